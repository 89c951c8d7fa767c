import type { TagToken } from './element.js';
import { isMetadata, metadataStart, rawStart, templateEnd } from './head-mode.js';
import { AFTER_BODY, IN_FRAMESET, IN_TABLE } from './modes.js';
import { BLOCK, BLOCK_END, FORMATTING, HEADING, RAW, SPECIAL, tag, VOID } from './names.js';
import type { TreeState } from './state.js';

const A = tag('a');
const BODY = tag('body');
const BR = tag('br');
const BUTTON = tag('button');
const DD = tag('dd');
const DT = tag('dt');
const FORM = tag('form');
const FRAMESET = tag('frameset');
const HEAD = tag('head');
const HR = tag('hr');
const HTML = tag('html');
const IFRAME = tag('iframe');
const IMAGE = tag('image');
const INPUT = tag('input');
const LI = tag('li');
const LISTING = tag('listing');
const NOBR = tag('nobr');
const OPTGROUP = tag('optgroup');
const OPTION = tag('option');
const P = tag('p');
const PLAINTEXT = tag('plaintext');
const PRE = tag('pre');
const SELECT = tag('select');
const TABLE = tag('table');
const TEMPLATE = tag('template');
const TEXTAREA = tag('textarea');
const XMP = tag('xmp');
const RUBY_END = new Set([tag('rb'), tag('rtc')]);
const RUBY_TEXT = new Set([tag('rp'), tag('rt')]);
const RTC = tag('rtc');
const RUBY = tag('ruby');
const MARKED = new Set([tag('applet'), tag('marquee'), tag('object')]);
const STRAY = new Set('caption col colgroup frame head tbody td tfoot th thead tr'.split(' ').map(tag));
const BREAKS_FRAMESET = new Set('area br embed img keygen wbr input hr'.split(' ').map(tag));
const PLAIN_VOID = new Set('param source track'.split(' ').map(tag));
const THROUGH_LIST = new Set([tag('address'), tag('div'), P]);

/** A start tag "in body" (13.2.6.4.7); SVG and MathML roots are the caller's. The most frequent kinds stand first. */
export function bodyStart(state: TreeState, token: TagToken): void {
  const { tag: number, flags } = token;
  if (flags === 0 && number !== IMAGE) ordinary(state, token);
  else if ((flags & BLOCK) !== 0) block(state, token);
  else if (number === LI || number === DD || number === DT) listItem(state, token);
  else if ((flags & FORMATTING) !== 0) formatting(state, token);
  else if ((flags & HEADING) !== 0) {
    state.closeParagraphInScope();
    if ((state.current.flags & HEADING) !== 0) state.pop();
    state.insert(token);
  } else if (isMetadata(token)) metadataStart(state, token);
  else if ((flags & VOID) !== 0) empty(state, token);
  else rest(state, token);
}

function ordinary(state: TreeState, token: TagToken): void {
  state.reconstruct();
  state.insert(token);
}

function block(state: TreeState, token: TagToken): void {
  state.closeParagraphInScope();
  state.insert(token);
}

function listItem(state: TreeState, token: TagToken): void {
  state.framesetOk = false;
  const isItem = (number: number) => (token.tag === LI ? number === LI : number === DD || number === DT);
  for (let at = state.stack.length - 1; at >= 0; at--) {
    const node = state.stack[at]!;
    if (isItem(node.tag)) {
      state.impliedEndTags(node.tag);
      state.popUntil(node.tag);
      break;
    }
    if ((node.flags & SPECIAL) !== 0 && !THROUGH_LIST.has(node.tag)) break;
  }
  block(state, token);
}

function formatting(state: TreeState, token: TagToken): void {
  if (token.tag === A) {
    const open = state.formattingSinceMarker(A);
    if (open !== null) {
      state.adopt(A);
      state.forget(open);
    }
  }
  state.reconstruct();
  if (token.tag === NOBR && state.inScope(NOBR)) {
    if (!state.adopt(NOBR)) otherEnd(state, NOBR);
    state.reconstruct();
  }
  state.pushFormatting(state.insert(token));
}

function empty(state: TreeState, token: TagToken): void {
  const number = token.tag;
  if (STRAY.has(number)) return;
  if (number === HR) {
    state.closeParagraphInScope();
    if (state.inScope(SELECT)) state.impliedEndTags();
  } else if (!PLAIN_VOID.has(number)) {
    if (number === INPUT) {
      if (state.context?.tag === SELECT) return;
      if (state.inScope(SELECT)) state.popUntil(SELECT);
    }
    state.reconstruct();
  }
  const element = state.insertClosed(token);
  if (!BREAKS_FRAMESET.has(number)) return;
  if (number !== INPUT || element.attrs['type']?.toLowerCase() !== 'hidden') state.framesetOk = false;
}

function rest(state: TreeState, token: TagToken): void {
  const number = token.tag;
  if (STRAY.has(number)) return;
  if (number === TABLE) {
    if (!state.quirks) state.closeParagraphInScope();
    state.framesetOk = false;
    if (state.insert(token)) state.mode = IN_TABLE;
  } else if (number === PRE || number === LISTING) {
    block(state, token);
    state.framesetOk = false;
    state.skipNewline = true;
  } else if (number === FORM) form(state, token);
  else if (number === BUTTON) {
    if (state.inScope(BUTTON)) {
      state.impliedEndTags();
      state.popUntil(BUTTON);
    }
    ordinary(state, token);
    state.framesetOk = false;
  } else if (number === OPTION || number === OPTGROUP) option(state, token);
  else if (number === SELECT) select(state, token);
  else if (number === TEXTAREA) {
    state.framesetOk = false;
    state.skipNewline = true;
    rawStart(state, token);
  } else if (number === PLAINTEXT) {
    block(state, token);
    state.plaintext = true;
  } else if ((token.flags & RAW) !== 0) {
    if (number === XMP) {
      state.closeParagraphInScope();
      state.reconstruct();
    }
    if (number === XMP || number === IFRAME) state.framesetOk = false;
    rawStart(state, token);
  } else if (number === FRAMESET) framesetStart(state, token);
  else if (number === BODY) {
    if (state.stack[1]?.tag === BODY && !state.has(TEMPLATE)) state.framesetOk = false;
  } else if (number === IMAGE) {
    token.name = 'img';
    token.tag = tag('img');
    empty(state, token);
  } else if (MARKED.has(number)) {
    ordinary(state, token);
    state.pushMarker();
    state.framesetOk = false;
  } else if (RUBY_END.has(number) || RUBY_TEXT.has(number)) {
    if (state.inScope(RUBY)) state.impliedEndTags(RUBY_TEXT.has(number) ? RTC : 0);
    state.insert(token);
  } else if (number !== HEAD && number !== HTML) ordinary(state, token);
}

function form(state: TreeState, token: TagToken): void {
  const inTemplate = state.has(TEMPLATE);
  if (state.form !== null && !inTemplate) return;
  state.closeParagraphInScope();
  const element = state.insert(token);
  if (!inTemplate) state.form = element;
}

function option(state: TreeState, token: TagToken): void {
  if (state.inScope(SELECT)) state.impliedEndTags(token.tag === OPTION ? OPTGROUP : 0);
  else if (state.current.tag === OPTION) state.pop();
  ordinary(state, token);
}

/** Since 2025 the content of `select` is parsed like any other; a second `select` closes the first. */
function select(state: TreeState, token: TagToken): void {
  if (state.context?.tag === SELECT) return;
  if (state.inScope(SELECT)) {
    state.popUntil(SELECT);
    return;
  }
  ordinary(state, token);
  state.framesetOk = false;
}

function framesetStart(state: TreeState, token: TagToken): void {
  const body = state.stack[1];
  if (body?.tag !== BODY || !state.framesetOk) return;
  const children = body.parent!.children;
  children.splice(children.lastIndexOf(body), 1);
  while (state.stack.length > 1) state.pop();
  state.insert(token);
  state.mode = IN_FRAMESET;
}

/** An end tag "in body". Returns true where the token is to be handled again in the mode that was set. */
export function bodyEnd(state: TreeState, token: TagToken): boolean {
  const { tag: number, flags } = token;
  if (number === P) {
    if (!state.inScope(P, 'button')) {
      const empty = { ...token, attrStart: 0, attrEnd: 0 };
      state.insert(empty);
    }
    state.closeParagraph();
  } else if ((flags & BLOCK_END) !== 0) {
    if (!state.inScope(number)) return false;
    state.impliedEndTags();
    state.popUntil(number);
  } else if ((flags & FORMATTING) !== 0) {
    if (!state.adopt(number)) otherEnd(state, number);
  } else if (number === LI || number === DD || number === DT) {
    if (!state.inScope(number, number === LI ? 'list' : 'default')) return false;
    state.impliedEndTags(number);
    state.popUntil(number);
  } else if ((flags & HEADING) !== 0) {
    if (!state.headingInScope()) return false;
    state.impliedEndTags();
    while ((state.current.flags & HEADING) === 0) state.pop();
    state.pop();
  } else if (number === BODY || number === HTML) {
    if (!state.inScope(BODY)) return false;
    state.mode = AFTER_BODY;
    return number === HTML;
  } else if (number === FORM) formEnd(state);
  else if (MARKED.has(number)) {
    if (!state.inScope(number)) return false;
    state.impliedEndTags();
    state.popUntil(number);
    state.clearToMarker();
  } else if (number === TEMPLATE) templateEnd(state);
  else if (number === BR) {
    state.reconstruct();
    state.insertClosed({ ...token, attrStart: 0, attrEnd: 0 });
    state.framesetOk = false;
  } else otherEnd(state, number);
  return false;
}

function formEnd(state: TreeState): void {
  if (state.has(TEMPLATE)) {
    if (!state.inScope(FORM)) return;
    state.impliedEndTags();
    state.popUntil(FORM);
    return;
  }
  const { form } = state;
  state.form = null;
  if (form === null || !state.inScope(FORM)) return;
  state.impliedEndTags();
  if (state.current === form) state.pop();
  else {
    const at = state.stack.lastIndexOf(form);
    if (at >= 0) state.stack.splice(at, 1);
  }
}

function otherEnd(state: TreeState, number: number): void {
  for (let at = state.stack.length - 1; at >= 0; at--) {
    const node = state.stack[at]!;
    if (node.tag === number) {
      state.impliedEndTags(number);
      while (state.stack.length > at) state.pop();
      return;
    }
    if ((node.flags & SPECIAL) !== 0) return;
  }
}
