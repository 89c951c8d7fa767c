import type { Element } from '../tree.js';
import { ColourPairs } from './colour-pairs.js';
import { groupOf, type ScannedRule, scanInline, scanSheet } from './css-scan.js';
import { type Budget, matches, parseSelectors } from './css-selector.js';
import { type Declaration, parseDeclarations, stripComments } from './css-text.js';
import { mediaHolds } from './css-values.js';
import { presentSelectors } from './page-tokens.js';
import { COLOUR } from './properties.js';
import { RuleTable, type TableEntry } from './rule-table.js';

interface Rule {
  scanned: ScannedRule;
  order: number;
  declarations: Declaration[] | null;
}

interface Inline {
  hides: number;
  text: string;
  declarations: Declaration[] | null;
}

/** Rules that are kept; a page with more is a style sheet with some text. */
const MAX_RULES = 30_000;
/** Inline styles remembered as parsed: pages repeat a few of them many times. */
const MAX_INLINE = 2_000;

/**
 * The page's own style rules. Two questions are asked: which groups of properties may hide this element (asked of
 * every element, and cheap), and what the cascade makes of one group for it (asked of few).
 */
export class StyleIndex {
  /** Animations by name, with their frames as text. */
  readonly keyframes = new Map<string, string>();
  private readonly rules: Rule[] = [];
  private readonly inline = new Map<string, Inline>();
  private readonly media = new Map<string, boolean>();
  private readonly tables = new Map<number, RuleTable<Rule>>();
  private hiding: RuleTable<Rule> | null = null;
  private readonly budget: Budget;
  private readonly colours: ColourPairs;
  private readonly tokens: ReadonlySet<string>;
  private full = false;

  /** `tokens`: every `.class` and `#id` of the page; `steps`: how much matching may cost. */
  constructor(steps: number, plainCanvas: boolean, tokens: ReadonlySet<string>) {
    this.budget = { steps };
    this.tokens = tokens;
    this.colours = new ColourPairs(plainCanvas);
  }

  /** Whether some rules were left out: too many of them, or too costly to match. */
  get exhausted(): boolean {
    return this.full || this.budget.steps < 0;
  }

  addSheet(css: string, media: string | undefined): void {
    if (media !== undefined && !mediaHolds(media)) return;
    scanSheet(stripComments(css), {
      holds: (name, condition) => this.conditionHolds(name, condition),
      present: (prelude) => presentSelectors(prelude, this.tokens),
      colour: (background, value, rule) => this.colours.add(background, value, rule),
      keyframes: (name, frames) => this.keyframes.set(name.toLowerCase(), frames),
      rule: (scanned) => {
        this.full = this.rules.length >= MAX_RULES;
        if (!this.full) this.rules.push({ scanned, order: this.rules.length, declarations: null });
        return !this.full;
      },
    });
  }

  /** The groups in which a rule or the inline style of the element may hide it. */
  hidingGroups(element: Element): number {
    this.hiding ??= this.tableOf((rule) => rule.hides !== 0);
    let groups = 0;
    this.hiding.consider(element, (entry) => {
      const { hides } = entry.value.scanned;
      if ((groups & hides) !== hides && this.matches(element, entry)) groups |= hides;
    });
    const style = element.attrs['style'];
    return style === undefined ? groups : groups | this.inlineOf(style).hides;
  }

  /** Winning values of the properties of one group, or null where neither a rule nor the inline style sets any. */
  styleOf(element: Element, group: number): Map<string, string> | null {
    const table = this.tables.get(group) ?? this.tableOf((rule) => (rule.sets & group) !== 0);
    this.tables.set(group, table);
    const found: TableEntry<Rule>[] = [];
    table.consider(element, (entry) => {
      if (this.matches(element, entry)) found.push(entry);
    });
    const inline = element.attrs['style'];
    if (found.length === 0 && inline === undefined) return null;
    found.sort(byCascade);
    const style = new Map<string, string>();
    const important = new Set<string>();
    const apply = (declarations: readonly Declaration[]): void => {
      for (const { name, value, important: strong } of declarations) {
        if ((groupOf(name) & group) === 0 || (!strong && important.has(name))) continue;
        if (strong) important.add(name);
        expand(style, name, value);
      }
    };
    for (const { value: rule } of found) {
      const { css, bodyStart, bodyEnd } = rule.scanned;
      rule.declarations ??= parseDeclarations(css.slice(bodyStart, bodyEnd));
      apply(rule.declarations);
    }
    if (inline !== undefined) {
      const own = this.inlineOf(inline);
      own.declarations ??= parseDeclarations(own.text);
      apply(own.declarations);
    }
    return style.size === 0 ? null : style;
  }

  private inlineOf(style: string): Inline {
    const known = this.inline.get(style);
    if (known !== undefined) return known;
    const text = stripComments(style);
    let vanishes = false;
    const scanned = scanInline(text, (background, value) => {
      vanishes = this.colours.vanishes(background, value) || vanishes;
    });
    const entry = { hides: scanned.hides | (vanishes ? COLOUR : 0), text, declarations: null };
    if (this.inline.size < MAX_INLINE) this.inline.set(style, entry);
    return entry;
  }

  private matches(element: Element, entry: TableEntry<Rule>): boolean {
    if (this.budget.steps < 0) return false;
    if (entry.selector === undefined) entry.selector = parseSelectors(entry.text)[0] ?? null;
    return entry.selector !== null && matches(element, entry.selector, this.budget);
  }

  private conditionHolds(name: string, condition: string): boolean {
    if (name !== 'media') {
      // A browser of today supports what a page asks for; `not` asks for an old one. Containers are not laid out here.
      return name === 'supports' ? !/^\s*not\b/i.test(condition) : name !== 'container';
    }
    const known = this.media.get(condition) ?? mediaHolds(condition);
    this.media.set(condition, known);
    return known;
  }

  private tableOf(wanted: (rule: ScannedRule) => boolean): RuleTable<Rule> {
    this.colours.settle();
    const table = new RuleTable<Rule>();
    for (const rule of this.rules) {
      if (wanted(rule.scanned)) for (const selector of rule.scanned.selectors) table.add(selector, rule);
    }
    return table;
  }
}

/** Unlayered rules win over layered ones, then specificity, then order. */
function byCascade(a: TableEntry<Rule>, b: TableEntry<Rule>): number {
  return (
    Number(b.value.scanned.layered) - Number(a.value.scanned.layered) ||
    a.selector!.specificity - b.selector!.specificity ||
    a.value.order - b.value.order
  );
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
