import type { Element } from '../tree.js';
import { type Budget, hasToken, matches, parseSelectors, type Selector } from './css-selector.js';
import { type Declaration, parseDeclarations, parseSheet, splitTop } from './css-text.js';
import { mediaHolds } from './css-values.js';

interface Rule {
  selector: Selector;
  declarations: Declaration[];
  order: number;
  layered: boolean;
}

/** Rules that are kept; a page with more is a style sheet with some text. */
const MAX_RULES = 30_000;
/** Inline styles remembered as parsed: pages repeat a few of them many times. */
const MAX_INLINE = 2_000;

/** The page's own style rules, found by what their last compound asks for, and applied by the cascade. */
export class StyleIndex {
  /** Animations by name, with their frames as text. */
  readonly keyframes = new Map<string, string>();
  private readonly byId = new Map<string, Rule[]>();
  private readonly byClass = new Map<string, Rule[]>();
  private readonly byTag = new Map<string, Rule[]>();
  private readonly others: Rule[] = [];
  private readonly inline = new Map<string, Declaration[]>();
  private readonly budget: Budget;
  private count = 0;
  private layers = 0;

  constructor(steps: number) {
    this.budget = { steps };
  }

  /** Whether some rules were left out: too many of them, or too costly to match. */
  get exhausted(): boolean {
    return this.count >= MAX_RULES || this.budget.steps < 0;
  }

  get empty(): boolean {
    return this.count === 0;
  }

  addSheet(css: string, media: string | undefined): void {
    if (media !== undefined && !mediaHolds(media)) return;
    parseSheet(
      css,
      (name, condition) => this.conditionHolds(name, condition),
      (rule) => this.addRule(rule.selectors, rule.declarations),
      this.keyframes,
    );
  }

  /** The winning value of each property that matters, or null where no rule and no inline style speaks. */
  styleOf(element: Element): Map<string, string> | null {
    const inline = element.attrs['style'];
    const own = inline === undefined ? null : this.inlineStyle(inline);
    const rules = this.count === 0 ? null : this.rulesOf(element);
    if ((own === null || own.length === 0) && rules === null) return null;
    const style = new Map<string, string>();
    const important = new Set<string>();
    const apply = (declarations: readonly Declaration[]): void => {
      for (const { name, value, important: strong } of declarations) {
        if (!strong && important.has(name)) continue;
        if (strong) important.add(name);
        expand(style, name, value);
      }
    };
    for (const rule of rules ?? []) apply(rule.declarations);
    if (own !== null) apply(own);
    return style;
  }

  private inlineStyle(text: string): Declaration[] {
    const known = this.inline.get(text);
    if (known) return known;
    const parsed = parseDeclarations(text);
    if (this.inline.size < MAX_INLINE) this.inline.set(text, parsed);
    return parsed;
  }

  private conditionHolds(name: string, condition: string): boolean {
    if (name === 'media') return mediaHolds(condition);
    if (name === 'layer') {
      this.layers++;
      return true;
    }
    // A browser of today supports what a page asks for; `not` asks for an old one. Containers are not laid out here.
    return name === 'supports' ? !/^\s*not\b/i.test(condition) : name === 'scope';
  }

  private addRule(selectors: string, declarations: Declaration[]): boolean {
    for (const selector of parseSelectors(selectors)) {
      if (this.count >= MAX_RULES) return false;
      const rule = { selector, declarations, order: this.count++, layered: this.layers > 0 };
      const last = selector.compounds[selector.compounds.length - 1]!;
      if (last.id !== null) push(this.byId, last.id, rule);
      else if (last.classes.length > 0) push(this.byClass, last.classes[0]!, rule);
      else if (last.tag !== null) push(this.byTag, last.tag, rule);
      else this.others.push(rule);
    }
    return true;
  }

  private rulesOf(element: Element): Rule[] | null {
    let found: Rule[] | null = null;
    const consider = (rules: readonly Rule[] | undefined): void => {
      if (rules === undefined) return;
      for (const rule of rules) {
        if (this.budget.steps < 0) return;
        if (!matches(element, rule.selector, this.budget)) continue;
        if (found === null) found = [rule];
        else found.push(rule);
      }
    };
    consider(this.others);
    consider(this.byTag.get(element.name));
    const { id, class: names } = element.attrs;
    if (names !== undefined && this.byClass.size > 0) {
      const tokens = names.split(/\s+/, 64);
      for (let i = 0; i < tokens.length; i++)
        if (tokens.indexOf(tokens[i]!) === i) consider(this.byClass.get(tokens[i]!));
    }
    if (id !== undefined) consider(this.byId.get(id));
    // Unlayered rules win over layered ones; `!important` inside layers is rare enough to be read as outside.
    return found === null
      ? null
      : (found as Rule[]).sort(
          (a, b) =>
            Number(b.layered) - Number(a.layered) ||
            a.selector.specificity - b.selector.specificity ||
            a.order - b.order,
        );
  }
}

function push(map: Map<string, Rule[]>, key: string, rule: Rule): void {
  const list = map.get(key);
  if (list) list.push(rule);
  else map.set(key, [rule]);
}

/** Shorthands as the longhands that matter here. */
function expand(style: Map<string, string>, name: string, value: string): void {
  switch (name) {
    case 'background':
      style.set('background-color', value);
      style.delete('background-image');
      break;
    case 'overflow': {
      const [x = value, y = x] = value.trim().split(/\s+/);
      style.set('overflow-x', x);
      style.set('overflow-y', y);
      break;
    }
    case 'inset': {
      const [top = '', right = top, bottom = top, left = right] = value.trim().split(/\s+/);
      for (const [side, length] of Object.entries({ top, right, bottom, left })) style.set(side, length);
      break;
    }
    case 'font': {
      const size = /(?:^|\s)([\d.]+(?:px|pt|em|rem|%)|0)(?=\s|\/)/.exec(value);
      if (size) style.set('font-size', size[1]!);
      break;
    }
    case 'animation':
      style.set('animation-name', value);
      break;
    case 'all':
      style.clear();
      break;
    default:
      style.set(name, value);
  }
}

export { hasToken, splitTop };
