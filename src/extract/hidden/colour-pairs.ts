import type { ScannedRule } from './css-scan.js';
import { backgroundColour, type Colour, contrast, parseColour } from './css-values.js';
import { COLOUR } from './properties.js';

const BLACK: Colour = [0, 0, 0, 1];
const WHITE: Colour = [255, 255, 255, 1];
/** Contrast below which text cannot be told from what is behind it. */
const SAME = 1.1;
/** Different values that are kept; a page with more paints a picture. */
const MAX_VALUES = 500;

interface Value {
  colour: Colour | null;
  rules: ScannedRule[];
}

/**
 * Which colours of the page could vanish before which of its backgrounds: only where a pair can are colours looked
 * at element by element.
 */
export class ColourPairs {
  private readonly colours = new Map<string, Value>();
  private readonly backgrounds = new Map<string, Value>();
  private readonly plainCanvas: boolean;

  constructor(plainCanvas: boolean) {
    this.plainCanvas = plainCanvas;
  }

  add(background: boolean, text: string, rule: ScannedRule): void {
    const known = background ? this.backgrounds : this.colours;
    const value = known.get(text);
    if (value !== undefined) value.rules.push(rule);
    else if (known.size < MAX_VALUES) known.set(text, { colour: read(background, text), rules: [rule] });
  }

  /** Marks the rules whose colour or background may hide text. */
  settle(): void {
    for (const [background, values] of [
      [false, this.colours],
      [true, this.backgrounds],
    ] as const) {
      for (const { colour, rules } of values.values()) {
        if (rules.length === 0) continue;
        if (this.isSwallowed(background, colour)) for (const rule of rules) rule.hides |= COLOUR;
        rules.length = 0;
      }
    }
  }

  /** Whether a colour (or background) of an inline style may hide text. */
  vanishes(background: boolean, text: string): boolean {
    const known = background ? this.backgrounds : this.colours;
    const value = known.get(text) ?? { colour: read(background, text), rules: [] };
    if (known.size < MAX_VALUES) known.set(text, value);
    return this.isSwallowed(background, value.colour);
  }

  private isSwallowed(background: boolean, colour: Colour | null): boolean {
    if (colour === null) return false;
    // A background alone hides text of the default colour; any other needs a colour, which is looked at by itself.
    if (background) return colour[3] > 0.9 && contrast(colour, BLACK) < SAME;
    if (colour[3] < 0.1 || (this.plainCanvas && contrast(colour, WHITE) < SAME)) return true;
    for (const { colour: behind } of this.backgrounds.values())
      if (behind !== null && contrast(colour, behind) < SAME) return true;
    return false;
  }
}

function read(background: boolean, text: string): Colour | null {
  if (!background) return parseColour(text);
  const colour = backgroundColour(text);
  return colour === 'unknown' ? null : colour;
}
