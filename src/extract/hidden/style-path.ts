import type { Element } from '../tree.js';
import {
  boxReason,
  displayReason,
  type Font,
  fontOf,
  fontReason,
  type Get,
  type Ink,
  inkOf,
  inkReason,
  opacityReason,
  reader,
  scopeOf,
  type Variables,
  visibilityOf,
} from './concealment.js';
import { hiddenByMarkup } from './markup.js';
import type { Panels } from './panels.js';
import { BOX, COLOUR, DISPLAY, FONT, OPACITY, VARIABLES, VISIBILITY } from './properties.js';
import type { StyleIndex } from './style-index.js';

/** One open element; what children inherit is worked out when it is first asked for. */
interface Frame {
  element: Element;
  /** Why text directly inside cannot be seen, or null. */
  ink: string | null;
  /** Groups whose value hides text here: children are asked whether they undo it. */
  hiding: number;
  visible: boolean | undefined;
  font: Font | undefined;
  colours: Ink | undefined;
  variables: Variables | null | undefined;
}

const INHERITED = VISIBILITY | FONT | COLOUR;

/** The open elements of a walk with what their styles mean. The cascade is computed only where something may hide. */
export class StylePath {
  /** Frames are used again: only the first `depth` are open. */
  private readonly frames: Frame[] = [];
  private depth = 0;
  private readonly styles: StyleIndex;
  private readonly plainCanvas: boolean;

  constructor(styles: StyleIndex, plainCanvas: boolean) {
    this.styles = styles;
    this.plainCanvas = plainCanvas;
  }

  get element(): Element {
    return this.frames[this.depth - 1]!.element;
  }

  get ink(): string | null {
    return this.frames[this.depth - 1]!.ink;
  }

  pop(): void {
    this.depth--;
  }

  /** Opens an element. Returns why it and all in it cannot be seen, or null. */
  push(element: Element, panels: Panels): string | null {
    const at = this.depth++;
    const outer = at === 0 ? undefined : this.frames[at - 1];
    const frame = this.frameAt(at, element);
    const groups = this.styles.hidingGroups(element);
    const reason = this.subtreeReason(element, groups, at);
    if (reason !== null && !panels.keeps(element, reason)) return reason;
    const asked = (groups & INHERITED) | (outer?.hiding ?? 0);
    if (asked !== 0) this.judgeInk(frame, asked, at, panels);
    return null;
  }

  private frameAt(at: number, element: Element): Frame {
    const frame = this.frames[at];
    if (frame === undefined) {
      const fresh: Frame = {
        element,
        ink: null,
        hiding: 0,
        visible: undefined,
        font: undefined,
        colours: undefined,
        variables: undefined,
      };
      this.frames.push(fresh);
      return fresh;
    }
    frame.element = element;
    frame.ink = null;
    frame.hiding = 0;
    frame.visible = undefined;
    frame.font = undefined;
    frame.colours = undefined;
    frame.variables = undefined;
    return frame;
  }

  private subtreeReason(element: Element, groups: number, at: number): string | null {
    const display =
      (groups & DISPLAY) !== 0 || 'hidden' in element.attrs || element.name === 'dialog' || 'popover' in element.attrs;
    const get = display ? this.get(element, DISPLAY, at) : undefined;
    return (
      hiddenByMarkup(element, get?.('display')) ??
      (get === undefined ? null : displayReason(get)) ??
      ((groups & OPACITY) === 0 ? null : opacityReason(this.get(element, OPACITY, at), this.styles.keyframes)) ??
      ((groups & BOX) === 0 ? null : boxReason(this.get(element, BOX, at), 16))
    );
  }

  private judgeInk(frame: Frame, groups: number, at: number, panels: Panels): void {
    if ((groups & VISIBILITY) !== 0 && !this.visibleAt(at)) {
      if (panels.keeps(frame.element, 'visibility')) frame.visible = true;
      else this.hide(frame, VISIBILITY, 'visibility');
    }
    if ((groups & FONT) !== 0) this.hide(frame, FONT, fontReason(this.fontAt(at)));
    if ((groups & COLOUR) !== 0) this.hide(frame, COLOUR, inkReason(this.coloursAt(at)));
  }

  private hide(frame: Frame, group: number, reason: string | null): void {
    if (reason === null) return;
    frame.hiding |= group;
    frame.ink ??= reason;
  }

  private get(element: Element, group: number, at: number): Get {
    return reader(this.styles.styleOf(element, group), () => this.variablesAt(at));
  }

  private visibleAt(at: number): boolean {
    for (let i = this.firstWithout(at, (frame) => frame.visible !== undefined); i <= at; i++) {
      const frame = this.frames[i]!;
      frame.visible = visibilityOf(this.get(frame.element, VISIBILITY, i), this.frames[i - 1]?.visible ?? true);
    }
    return this.frames[at]!.visible!;
  }

  private fontAt(at: number): Font {
    for (let i = this.firstWithout(at, (frame) => frame.font !== undefined); i <= at; i++) {
      const frame = this.frames[i]!;
      frame.font = fontOf(this.get(frame.element, FONT, i), this.frames[i - 1]?.font ?? { px: 16, indentPx: 0 });
    }
    return this.frames[at]!.font!;
  }

  private coloursAt(at: number): Ink {
    const canvas: Ink = { colour: [0, 0, 0, 1], background: this.plainCanvas ? [255, 255, 255, 1] : null };
    for (let i = this.firstWithout(at, (frame) => frame.colours !== undefined); i <= at; i++) {
      const frame = this.frames[i]!;
      frame.colours = inkOf(this.get(frame.element, COLOUR, i), this.frames[i - 1]?.colours ?? canvas);
    }
    return this.frames[at]!.colours!;
  }

  private variablesAt(at: number): Variables | null {
    for (let i = this.firstWithout(at, (frame) => frame.variables !== undefined); i <= at; i++) {
      const frame = this.frames[i]!;
      frame.variables = scopeOf(this.styles.styleOf(frame.element, VARIABLES), this.frames[i - 1]?.variables ?? null);
    }
    return this.frames[at]!.variables!;
  }

  /** The outermost frame from which on a value is not known yet. */
  private firstWithout(at: number, known: (frame: Frame) => boolean): number {
    let first = at + 1;
    while (first > 0 && !known(this.frames[first - 1]!)) first--;
    return first;
  }
}
