import type { TagToken } from './element.js';
import {
  AFTER_HEAD,
  BEFORE_HEAD,
  IN_BODY,
  IN_CAPTION,
  IN_CELL,
  IN_COLUMN_GROUP,
  IN_FRAMESET,
  IN_HEAD,
  IN_ROW,
  IN_TABLE,
  IN_TABLE_BODY,
  IN_TEMPLATE,
} from './modes.js';
import { METADATA, RAW, RCDATA, tag } from './names.js';
import type { TreeState } from './state.js';

const TEMPLATE = tag('template');
const HEAD = tag('head');
const MODE_OF = new Map([
  [tag('td'), IN_CELL],
  [tag('th'), IN_CELL],
  [tag('tr'), IN_ROW],
  [tag('tbody'), IN_TABLE_BODY],
  [tag('thead'), IN_TABLE_BODY],
  [tag('tfoot'), IN_TABLE_BODY],
  [tag('caption'), IN_CAPTION],
  [tag('colgroup'), IN_COLUMN_GROUP],
  [tag('table'), IN_TABLE],
  [tag('body'), IN_BODY],
  [tag('frameset'), IN_FRAMESET],
]);
const CELLS = new Set([tag('td'), tag('th')]);

/** Handles the start tags that belong to the head (13.2.6.4.4) wherever they stand. */
export function metadataStart(state: TreeState, token: TagToken): void {
  if (token.tag === TEMPLATE) {
    state.pushMarker();
    state.framesetOk = false;
    if (state.insert(token)) {
      state.mode = IN_TEMPLATE;
      state.templateModes.push(IN_TEMPLATE);
    }
  } else if ((token.flags & (RAW | RCDATA)) !== 0) rawStart(state, token);
  else state.insertClosed(token);
}

/** Inserts an element whose content the tokenizer reads as text up to its end tag. */
export function rawStart(state: TreeState, token: TagToken): void {
  state.raw = state.insertClosed(token);
}

export function templateEnd(state: TreeState): void {
  if (!state.has(TEMPLATE)) return;
  state.impliedEndTagsThoroughly();
  state.popUntil(TEMPLATE);
  state.clearToMarker();
  state.templateModes.pop();
  resetMode(state);
}

/** "Reset the insertion mode appropriately" (13.2.4.1). */
export function resetMode(state: TreeState): void {
  for (let at = state.stack.length - 1; at >= 0; at--) {
    const last = at === 0;
    const node = last && state.context !== null ? state.context : state.stack[at]!;
    if (node.tag === TEMPLATE) {
      state.mode = state.templateModes.at(-1) ?? IN_BODY;
      return;
    }
    if (node.tag === HEAD && !last) {
      state.mode = IN_HEAD;
      return;
    }
    const mode = CELLS.has(node.tag) && last ? undefined : MODE_OF.get(node.tag);
    if (mode !== undefined) {
      state.mode = mode;
      return;
    }
    if (last) {
      if (node.name === 'html') state.mode = state.head === null ? BEFORE_HEAD : AFTER_HEAD;
      else state.mode = IN_BODY;
      return;
    }
  }
}

export function isMetadata(token: TagToken): boolean {
  return (token.flags & METADATA) !== 0;
}
