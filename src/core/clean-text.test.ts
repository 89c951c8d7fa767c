import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLine, cleanText, cleanTextCounted, removedNotes } from './clean-text.js';
import { kindOfHidden, SUSPECT } from './hidden-characters.js';

const kept = (text: string) => cleanText(text, { keepNewlines: true });
const tags = (text: string) => [...text].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('');

describe('what is taken out of a stranger’s text', () => {
  it.each([
    ['colour sequences', 'Pier \x1b[31mtwo\x1b[0m', 'Pier two'],
    ['8-bit colour sequences', 'Pier \x9b31mtwo', 'Pier two'],
    ['window titles', 'Pier\x1b]0;owned\x07 two', 'Pier two'],
    ['hyperlinks of a terminal', 'Pier\x1b]8;;https://c.example\x1b\\map\x1b]8;;\x1b\\', 'Piermap'],
    ['device control strings', 'Pier\x1bPq#0\x1b\\ two', 'Pier two'],
    ['a reset', 'Pier\x1bc two', 'Pier two'],
    ['the introducer alone of a string that never ends', 'Pier \x1b]0;two three', 'Pier 0;two three'],
    ['backspace, bell, delete, NUL', 'P\0ier\b\x07\x7f', 'Pier'],
    ['bidirectional overrides', 'Pier\u202eowt\u202c', 'Pierowt'],
    ['isolates and marks', 'a\u2067b\u2069\u200e\u200f\u061c', 'ab'],
    ['zero-width runs', 'Pier\u200b\u200c\u200d\u2060\ufeff two', 'Pier two'],
    ['a zero-width space inside a word', 'f\u200berry', 'ferry'],
    ['soft hyphens', 'fer\u00adry', 'ferry'],
    ['Hangul fillers', 'Pier\u3164\u115f\u1160\uffa0', 'Pier'],
    ['Unicode tags', `Pier${tags('obey')} two`, 'Pier two'],
    ['tags behind a black flag that are no flag', `\u{1f3f4}${tags('obey')}\u{e007f}`, '\u{1f3f4}'],
    ['variation selectors that vary nothing', 'Pier\ufe00\u{e0100}\u{e0159}', 'Pier'],
    ['a digit’s emoji selector without its keycap', '1\ufe0f', '1'],
    ['interlinear annotation', 'a\ufff9b\ufffac\ufffb', 'abc'],
    ['stacked marks beyond four', `a${'\u0301\u0316\u0327\u0334'.repeat(5)}`, 'a\u0301\u0316\u0327\u0334'],
    ['runs of blank glyphs', 'Pier\u2800\u2800\u2800two', 'Pier two'],
    ['private use', 'Pier\ue001\u{f0001}', 'Pier'],
    ['noncharacters', 'Pier\uffff\ufdd0', 'Pier'],
    ['invisible mathematics', 'f\u2061x\u2064', 'fx'],
    ['shorthand and musical format controls', 'a\u{1bca0}\u{1d173}', 'a'],
  ])('%s', (_, text, expected) => {
    expect(kept(text)).toBe(expected);
  });

  it.each([
    ['lone surrogates become the replacement character', 'a\ud800b\udc00', 'a\ufffdb\ufffd'],
    ['a carriage return becomes a line break', 'a\r\nb\rc', 'a\nb\nc'],
    ['line and paragraph separators become line breaks', 'a\u2028b\u2029c\u0085d', 'a\nb\nc\nd'],
  ])('%s', (_, text, expected) => {
    expect(kept(text)).toBe(expected);
  });
});

describe('what stays', () => {
  it.each([
    ['a family', '👨‍👩‍👧‍👦'],
    ['a skin tone and a profession', '👩🏽‍🚀'],
    ['the rainbow flag', '🏳️‍🌈'],
    ['the pirate flag', '🏴‍☠️'],
    ['the flag of Scotland', `\u{1f3f4}${tags('gbsct')}\u{e007f}`],
    ['a keycap', '1\ufe0f\u20e3'],
    ['text and emoji style', '☺︎ ☺️ ©️'],
    ['ZWNJ in Persian', 'می\u200cخواهم بلیت بخرم'],
    ['ZWJ in Sinhala', 'ක්\u200dෂ'],
    ['ZWNJ in Hindi', 'क्\u200cष'],
    ['break marks in Thai', 'ภาษา\u200bไทย'],
    ['an ideographic variation', '葛\u{e0100}'],
    ['Vietnamese, decomposed', 'Tie\u0302\u0301ng Vie\u0323\u0302t'],
    ['pointed Hebrew', 'בְּרֵאשִׁית'],
    ['braille with a blank', '⠃⠗\u2800⠇⠑'],
    ['tabs and line breaks', 'a\tb\nc'],
    ['astral letters', '𝒜 𠮷'],
    ['no-break and ideographic spaces', 'a\u00a0b\u3000c'],
  ])('%s', (_, text) => {
    expect(kept(text)).toBe(text);
  });

  it('inside code: stacked marks, blank glyphs and private use, but never what hides or steers', () => {
    const code = (text: string) => cleanText(text, { keepNewlines: true, inCode: true });
    expect(code('\ue0b0 \u2800\u2800\u2800 a\u0301\u0301\u0301\u0301\u0301\u0301')).toBe(
      '\ue0b0 \u2800\u2800\u2800 a\u0301\u0301\u0301\u0301\u0301\u0301',
    );
    expect(code(`if (x)\u202e ${tags('obey')}\x1b[2J\u200b`)).toBe('if (x) ');
  });
});

describe('cleaning', () => {
  it('knows every code point that Unicode calls ignorable, private or no character, and no other', () => {
    const hidden = /[\p{DI}\p{NChar}\p{Co}\ufff9-\ufffb]|(?![\t\n\v\f\r\u0085])\p{Cc}/u;
    const wrong: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      if (hidden.test(character) !== (kindOfHidden(code) !== null)) wrong.push(code.toString(16));
      if (kindOfHidden(code) !== null && !SUSPECT.test(character)) wrong.push(`${code.toString(16)} not suspected`);
    }
    expect(wrong).toEqual([]);
  });

  it('counts what it removed, by kind', () => {
    const { removed } = cleanTextCounted(`a\x1b[31m\x07${tags('obey')}\u200b\u202e\ue000`, { keepNewlines: true });
    expect(removed).toEqual({
      'terminal sequences': 1,
      'control characters': 1,
      'Unicode tag characters': 4,
      'invisible characters': 1,
      'bidirectional controls': 1,
      'private-use characters': 1,
    });
    expect(removedNotes(removed)).toContain('removed 4 Unicode tag characters');
    expect(removedNotes(cleanTextCounted('plain', { keepNewlines: true }).removed)).toEqual([]);
  });

  it('makes one short line of a title', () => {
    expect(cleanLine('  Ferry\r\n\ttimes \x1b[31m ', 80)).toBe('Ferry times');
    expect(cleanLine('abcdef', 6)).toBe('abcdef');
    expect(cleanLine('abcdefg', 6)).toBe('abcde…');
    expect(cleanLine('abcd😀fg', 6)).toBe('abcd…');
    expect(cleanLine('x'.repeat(1_000_000), 5)).toBe('xxxx…');
  });

  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...['\x1b', '[', ']', '\x9b', '\x9d', '\x07', '\u200d', '\u200b', '\ufe0f', '👩', '🏴', 'a', '1', '\u20e3'],
          ...[
            'می',
            '\u200c',
            '\u{e0100}',
            '葛',
            '\ud800',
            '\udc00',
            '\r',
            '\n',
            '\u2028',
            '\u2800',
            '\u0301',
            '\ue000',
          ],
        ),
        fc.string({ unit: 'binary', maxLength: 3 }),
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join(''));

  it('is idempotent and leaves no control character, whatever comes', () => {
    fc.assert(
      fc.property(hostile, fc.boolean(), fc.boolean(), (text, keepNewlines, inCode) => {
        const once = cleanText(text, { keepNewlines, inCode });
        expect(cleanText(once, { keepNewlines, inCode })).toBe(once);
        expect(once).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u{e0000}\p{Surrogate}]/u);
        if (!keepNewlines) expect(once).not.toMatch(/[\n\t]/);
      }),
      { numRuns: 2_000 },
    );
  });

  // One expression over such a run overflowed the expression engine's stack: `Maximum call stack size exceeded`.
  it.each(['\u200b', '\x9d', '\x1b]', '\x1b', '\x1b[3', '\u0301', '\u2800', '\ud800', 'a\u200b'])(
    'takes a run of a million of %j',
    (unit) => {
      const text = unit.repeat(1_000_000 / unit.length);
      expect(cleanText(text, { keepNewlines: true }).length).toBeLessThanOrEqual(text.length);
    },
  );
});
