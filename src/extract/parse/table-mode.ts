import type { TagToken } from './element.js';
import { metadataStart, resetMode, templateEnd } from './head-mode.js';
import { IN_CAPTION, IN_CELL, IN_COLUMN_GROUP, IN_ROW, IN_TABLE, IN_TABLE_BODY } from './modes.js';
import { FLAGS, tag } from './names.js';
import type { TreeState } from './state.js';

const BODY = tag('body');
const CAPTION = tag('caption');
const COL = tag('col');
const COLGROUP = tag('colgroup');
const FORM = tag('form');
const HTML = tag('html');
const INPUT = tag('input');
const SCRIPT = tag('script');
const STYLE = tag('style');
const TABLE = tag('table');
const TBODY = tag('tbody');
const TD = tag('td');
const TEMPLATE = tag('template');
const TFOOT = tag('tfoot');
const TH = tag('th');
const THEAD = tag('thead');
const TR = tag('tr');
const SECTIONS = new Set([TBODY, TFOOT, THEAD]);
const STRUCTURE = new Set([CAPTION, COL, COLGROUP, TBODY, TD, TFOOT, TH, THEAD, TR]);

/** What a handler says: done, handle the token again in the new mode, or handle it as in body (moved before the table). */
export const DONE = 0;
export const AGAIN = 1;
export const AS_BODY = 2;
export const AS_TABLE = 3;
type Outcome = typeof DONE | typeof AGAIN | typeof AS_BODY | typeof AS_TABLE;

const bare = (name: string): TagToken => ({
  tag: tag(name),
  name,
  flags: FLAGS[tag(name)]!,
  attrStart: 0,
  attrEnd: 0,
  selfClosing: false,
});

function clearTo(state: TreeState, wanted: ReadonlySet<number>): void {
  while (!wanted.has(state.current.tag) && state.current.tag !== TEMPLATE && state.current.tag !== HTML) state.pop();
}
const TABLES = new Set([TABLE]);
const ROWS = new Set([TR]);

export function tableStart(state: TreeState, token: TagToken): Outcome {
  const number = token.tag;
  if (
    number === CAPTION ||
    number === COL ||
    number === COLGROUP ||
    SECTIONS.has(number) ||
    number === TD ||
    number === TH ||
    number === TR
  ) {
    clearTo(state, TABLES);
    if (number === CAPTION) {
      state.pushMarker();
      state.insert(token);
      state.mode = IN_CAPTION;
      return DONE;
    }
    if (number === COL || number === COLGROUP) {
      state.insert(number === COL ? bare('colgroup') : token);
      state.mode = IN_COLUMN_GROUP;
      return number === COL ? AGAIN : DONE;
    }
    state.insert(SECTIONS.has(number) ? token : bare('tbody'));
    state.mode = IN_TABLE_BODY;
    return SECTIONS.has(number) ? DONE : AGAIN;
  }
  if (number === TABLE) {
    if (!state.inTableScope(TABLE)) return DONE;
    state.popUntil(TABLE);
    resetMode(state);
    return AGAIN;
  }
  if (number === STYLE || number === SCRIPT || number === TEMPLATE) {
    metadataStart(state, token);
    return DONE;
  }
  if (number === INPUT) {
    const element = state.make(token);
    if (element.attrs['type']?.toLowerCase() !== 'hidden') return AS_BODY;
    state.append(state.current, element);
    return DONE;
  }
  if (number === FORM) {
    if (!state.has(TEMPLATE) && state.form === null) {
      state.form = state.insert(token);
      state.pop();
    }
    return DONE;
  }
  return AS_BODY;
}

export function tableEnd(state: TreeState, token: TagToken): Outcome {
  const number = token.tag;
  if (number === TABLE) {
    if (!state.inTableScope(TABLE)) return DONE;
    state.popUntil(TABLE);
    resetMode(state);
    return DONE;
  }
  if (number === BODY || number === HTML || STRUCTURE.has(number)) return DONE;
  if (number === TEMPLATE) {
    templateEnd(state);
    return DONE;
  }
  return AS_BODY;
}

export function sectionStart(state: TreeState, token: TagToken): Outcome {
  const number = token.tag;
  if (number === TR || number === TD || number === TH) {
    clearTo(state, SECTIONS);
    state.insert(number === TR ? token : bare('tr'));
    state.mode = IN_ROW;
    return number === TR ? DONE : AGAIN;
  }
  if (STRUCTURE.has(number)) return leaveSection(state);
  return AS_TABLE;
}

export function sectionEnd(state: TreeState, token: TagToken): Outcome {
  const number = token.tag;
  if (SECTIONS.has(number)) {
    if (!state.inTableScope(number)) return DONE;
    clearTo(state, SECTIONS);
    state.pop();
    state.mode = IN_TABLE;
    return DONE;
  }
  if (number === TABLE) return leaveSection(state);
  return number === BODY || number === HTML || STRUCTURE.has(number) ? DONE : AS_TABLE;
}

function leaveSection(state: TreeState): Outcome {
  if (![...SECTIONS].some((section) => state.inTableScope(section))) return DONE;
  clearTo(state, SECTIONS);
  state.pop();
  state.mode = IN_TABLE;
  return AGAIN;
}

export function rowStart(state: TreeState, token: TagToken): Outcome {
  const number = token.tag;
  if (number === TD || number === TH) {
    clearTo(state, ROWS);
    state.insert(token);
    state.mode = IN_CELL;
    state.pushMarker();
    return DONE;
  }
  return STRUCTURE.has(number) ? leaveRow(state, AGAIN) : AS_TABLE;
}

export function rowEnd(state: TreeState, token: TagToken): Outcome {
  const number = token.tag;
  if (number === TR) return leaveRow(state, DONE);
  if (number === TABLE) return leaveRow(state, AGAIN);
  if (SECTIONS.has(number)) return state.inTableScope(number) ? leaveRow(state, AGAIN) : DONE;
  return number === BODY || number === HTML || STRUCTURE.has(number) ? DONE : AS_TABLE;
}

function leaveRow(state: TreeState, outcome: Outcome): Outcome {
  if (!state.inTableScope(TR)) return DONE;
  clearTo(state, ROWS);
  state.pop();
  state.mode = IN_TABLE_BODY;
  return outcome;
}

export function cellStart(state: TreeState, token: TagToken): Outcome {
  if (!STRUCTURE.has(token.tag)) return AS_BODY;
  if (!state.inTableScope(TD) && !state.inTableScope(TH)) return DONE;
  closeCell(state);
  return AGAIN;
}

export function cellEnd(state: TreeState, token: TagToken): Outcome {
  const number = token.tag;
  if (number === TD || number === TH) {
    if (!state.inTableScope(number)) return DONE;
    state.impliedEndTags();
    state.popUntil(number);
    state.clearToMarker();
    state.mode = IN_ROW;
    return DONE;
  }
  if (number === TABLE || number === TR || SECTIONS.has(number)) {
    if (!state.inTableScope(number)) return DONE;
    closeCell(state);
    return AGAIN;
  }
  return number === BODY || number === HTML || STRUCTURE.has(number) ? DONE : AS_BODY;
}

function closeCell(state: TreeState): void {
  state.impliedEndTags();
  while (state.stack.length > 0) {
    const number = state.current.tag;
    state.pop();
    if (number === TD || number === TH) break;
  }
  state.clearToMarker();
  state.mode = IN_ROW;
}

export function captionStart(state: TreeState, token: TagToken): Outcome {
  return STRUCTURE.has(token.tag) ? leaveCaption(state, AGAIN) : AS_BODY;
}

export function captionEnd(state: TreeState, token: TagToken): Outcome {
  const number = token.tag;
  if (number === CAPTION) return leaveCaption(state, DONE);
  if (number === TABLE) return leaveCaption(state, AGAIN);
  return number === BODY || number === HTML || STRUCTURE.has(number) ? DONE : AS_BODY;
}

function leaveCaption(state: TreeState, outcome: Outcome): Outcome {
  if (!state.inTableScope(CAPTION)) return DONE;
  state.impliedEndTags();
  state.popUntil(CAPTION);
  state.clearToMarker();
  state.mode = IN_TABLE;
  return outcome;
}

export function columnStart(state: TreeState, token: TagToken): Outcome {
  if (token.tag === COL) {
    state.insertClosed(token);
    return DONE;
  }
  if (token.tag === TEMPLATE) {
    metadataStart(state, token);
    return DONE;
  }
  return token.tag === HTML ? DONE : leaveColumns(state, AGAIN);
}

export function columnEnd(state: TreeState, token: TagToken): Outcome {
  if (token.tag === COLGROUP) return leaveColumns(state, DONE);
  if (token.tag === TEMPLATE) templateEnd(state);
  return token.tag === COL || token.tag === TEMPLATE ? DONE : leaveColumns(state, AGAIN);
}

/** Leaves a column group; a token inside it that is not a column stands after it. */
export function leaveColumns(state: TreeState, outcome: Outcome): Outcome {
  if (state.current.tag !== COLGROUP) return DONE;
  state.pop();
  state.mode = IN_TABLE;
  return outcome;
}
