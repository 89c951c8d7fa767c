/**
 * The tree that the reader works on: lean nodes of one shape, made in one pass, walked without recursion (no input may
 * overflow the stack).
 */
export const ELEMENT = 1;
export const TEXT = 3;

export interface Element {
  readonly kind: typeof ELEMENT;
  /** Lower case; SVG and MathML names as the HTML standard adjusts them. */
  readonly name: string;
  readonly attrs: Readonly<Record<string, string>>;
  readonly children: TreeNode[];
  parent: Element | null;
  /** Why this subtree is left out, or null. Set by strip and choose; the renderer skips such subtrees. */
  dropped: string | null;
}

export interface Text {
  readonly kind: typeof TEXT;
  value: string;
  parent: Element | null;
}

export type TreeNode = Element | Text;
