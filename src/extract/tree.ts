/**
 * The tree that the reader works on: lean nodes of one shape, made in one pass, walked without recursion (no input may
 * overflow the stack).
 */
export const ELEMENT = 1;
export const TEXT = 3;

export class Element {
  readonly kind = ELEMENT;
  readonly children: TreeNode[] = [];
  /** Why this subtree is left out, or null. Set by strip and choose; the renderer skips such subtrees. */
  dropped: string | null = null;

  constructor(
    /** Lower case; SVG and MathML names as the HTML standard adjusts them. */
    readonly name: string,
    readonly attrs: Readonly<Record<string, string>>,
    public parent: Element | null,
  ) {}
}

export class Text {
  readonly kind = TEXT;

  constructor(
    public value: string,
    public parent: Element | null,
  ) {}
}

export type TreeNode = Element | Text;
