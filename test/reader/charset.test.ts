import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from '../../src/extract/charset/index.js';
import { decodeAs } from '../../src/extract/charset/labels.js';
import { sharedPath } from '../shared.js';
import { encode } from './encode.js';

const ascii = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const page = (head: string, body: Uint8Array): Uint8Array => Buffer.concat([ascii(head), body]);

describe('the order in which an encoding is found', () => {
  const cyrillic = encode('Привет, мир', 'windows-1251')!;
  const rows: [string, Uint8Array, string | undefined, string, string][] = [
    ['a UTF-8 BOM beats the header', Buffer.from('\ufeffhé'), 'text/html; charset=windows-1251', 'utf-8', 'bom'],
    ['a UTF-16 BOM beats all', Buffer.from('\ufeffhé', 'utf16le'), 'text/html; charset=utf-8', 'utf-16le', 'bom'],
    [
      'the header beats meta',
      page('<meta charset=koi8-r>', cyrillic),
      'text/html; charset=windows-1251',
      'windows-1251',
      'header',
    ],
    ['a quoted upper-case label', cyrillic, 'text/html; charset="WINDOWS-1251"', 'windows-1251', 'header'],
    ['an alias of the WHATWG list', encode('日本', 'shift_jis')!, 'text/html; charset=x-sjis', 'shift_jis', 'header'],
    ['gbk by its old name', encode('中文', 'gbk')!, 'text/html;charset=gb2312', 'gbk', 'header'],
    [
      'an unknown label in the header leaves it to meta',
      page('<meta charset=windows-1251>', cyrillic),
      'text/html; charset=nonsense',
      'windows-1251',
      'meta',
    ],
    [
      'meta within 1,024 bytes',
      page(`${' '.repeat(900)}<meta charset=windows-1251>`, cyrillic),
      undefined,
      'windows-1251',
      'meta',
    ],
    [
      'meta after 1,024 bytes where nothing else is known',
      page(`${' '.repeat(1100)}<meta charset=windows-1251>`, cyrillic),
      undefined,
      'windows-1251',
      'meta',
    ],
    [
      'meta by http-equiv',
      page('<meta content="text/html; charset=windows-1251" http-equiv=content-type>', cyrillic),
      undefined,
      'windows-1251',
      'meta',
    ],
    [
      'meta in a comment does not count',
      page('<!-- <meta charset=koi8-r> --><meta charset=windows-1251>', cyrillic),
      undefined,
      'windows-1251',
      'meta',
    ],
    [
      'an XML declaration',
      page('<?xml version="1.0" encoding="windows-1251"?><p>', cyrillic),
      undefined,
      'windows-1251',
      'xml',
    ],
    ['nothing said and valid UTF-8', Buffer.from('<p>Grüße</p>'), undefined, 'utf-8', 'guess'],
    ['nothing said and all ASCII', ascii('<p>Hello</p>'), undefined, 'windows-1252', 'default'],
    [
      'nothing said and western letters',
      ascii('<p>Gr\xfc\xdfe, na\xefve caf\xe9</p>'),
      undefined,
      'windows-1252',
      'default',
    ],
  ];
  it.each(rows)('%s', (_name, bytes, contentType, charset, source) => {
    const result = decode(bytes, { contentType });
    expect([result.charset, result.charsetSource]).toEqual([charset, source]);
    expect(result.text).not.toContain('\ufffd');
    expect(result.notes).toEqual([]);
  });

  it('reads UTF-16 that a meta element could not have declared as UTF-8', () => {
    expect(decode(ascii('<meta charset=utf-16le><p>x')).charset).toBe('utf-8');
  });
});

describe('tables that Node decodes wrongly', () => {
  it('reads all of windows-1252, the five controls included', () => {
    const bytes = Uint8Array.from({ length: 32 }, (_, i) => 0x80 + i);
    expect(decodeAs(bytes, 'windows-1252')).toBe('€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ');
  });

  it('reads iso-8859-16', () => {
    expect(
      decode(Uint8Array.of(0xaa, 0xba, 0xde, 0xfe, 0xa4), { contentType: 'text/html; charset=iso-8859-16' }).text,
    ).toBe('ȘșȚț€');
  });
});

describe('a declaration that does not fit the bytes', () => {
  it('corrects UTF-8 that is windows-1251, and says so', () => {
    const result = decode(encode('Привет, мир. Как дела?', 'windows-1251')!, {
      contentType: 'text/html; charset=utf-8',
    });
    expect(result.text).toBe('Привет, мир. Как дела?');
    expect([result.charset, result.charsetSource]).toEqual(['windows-1251', 'guess']);
    expect(result.notes).toEqual(['charset corrected: the Content-Type header says utf-8, the bytes are windows-1251']);
  });

  it('corrects a legacy declaration over UTF-8 bytes', () => {
    const text = 'Съешь же ещё этих мягких французских булок';
    expect(decode(Buffer.from(text), { contentType: 'text/html; charset=windows-1251' }).text).toBe(text);
    expect(decode(Buffer.from('日本語'), { contentType: 'text/html; charset=euc-kr' }).charset).toBe('utf-8');
  });

  it('keeps UTF-8 with one bad byte, and with an end that was cut', () => {
    const sound = Buffer.from('Grüße aus Köln und Düsseldorf, schöne Wörter überall');
    for (const bytes of [Buffer.concat([sound, ascii('\xff'), sound]), Buffer.from('Grüße ü').subarray(0, -1)]) {
      const result = decode(bytes, { contentType: 'text/html; charset=utf-8' });
      expect([result.charset, result.notes]).toEqual(['utf-8', []]);
    }
  });

  it('follows a declaration that one stray sequence would contradict', () => {
    expect(decode(ascii('caf\xc3\xa9'), { contentType: 'text/html; charset=windows-1252' }).text).toBe('cafÃ©');
  });
});

describe('the guess, over names of countries and languages in each language', () => {
  const regions =
    'AD AE AF AL AM AR AT AU AZ BA BD BE BG BR BY CA CH CL CN CO CR CU CY CZ DE DK DZ EC EE EG ES FI FR GB GE GR HR HU IE IL IN IQ IR IS IT JM JO JP KE KR KZ LB LT LV LY MA MD MK MN MX NL NO NP NZ PE PK PL PT RO RS RU SA SE SG SI SK SN SY TH TN TR TW UA US UY UZ VE VN YE ZA'.split(
      ' ',
    );
  const rows: [string, string][] = [
    ['ru', 'windows-1251'],
    ['ru', 'koi8-r'],
    ['ru', 'iso-8859-5'],
    ['ru', 'ibm866'],
    ['uk', 'windows-1251'],
    ['bg', 'windows-1251'],
    ['el', 'windows-1253'],
    ['el', 'iso-8859-7'],
    ['he', 'windows-1255'],
    ['ar', 'windows-1256'],
    ['th', 'windows-874'],
    ['ja', 'shift_jis'],
    ['ja', 'euc-jp'],
    ['zh-Hans', 'gbk'],
    ['zh-Hant', 'big5'],
    ['ko', 'euc-kr'],
    ['fr', 'windows-1252'],
    ['de', 'windows-1252'],
    ['es', 'windows-1252'],
    ['pt', 'windows-1252'],
    ['sv', 'windows-1252'],
    ['is', 'windows-1252'],
  ];
  it.each(rows)('finds %s in %s in at least nine of ten lines of ten names', (language, encoding) => {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    const all = regions.map((region) => names.of(region)!);
    let right = 0;
    let lines = 0;
    for (let i = 0; i + 10 <= all.length; i += 5) {
      const text = `<p>${all
        .slice(i, i + 10)
        .join(', ')
        .replace(/\u2019/g, "'")}</p>`;
      const bytes = encode(text, encoding);
      if (bytes === null) continue;
      lines++;
      if (decode(bytes).text === text) right++;
    }
    expect(lines).toBeGreaterThan(3);
    expect(right / lines).toBeGreaterThanOrEqual(0.9);
  });
});

it('never throws, and gives the same for the same bytes', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 2000 }),
      fc.option(fc.string({ maxLength: 40 }), { nil: undefined }),
      (bytes, label) => {
        const options = label === undefined ? {} : { contentType: `text/html; charset=${label}` };
        expect(decode(bytes, options)).toEqual(decode(bytes, options));
      },
    ),
  );
});

const encodings = sharedPath('cases', 'html5lib', 'encoding', 'tests1.dat');
describe.skipIf(encodings === null)('html5lib encoding cases (skipped where the handed cases are absent)', () => {
  const cases = ['tests1.dat', 'tests2.dat'].flatMap((name) => {
    const path = sharedPath('cases', 'html5lib', 'encoding', name);
    if (path === null) return [];
    return `\n${readFileSync(path, 'latin1')}`
      .split('\n#data\n')
      .slice(1)
      .map((block) => block.split('\n#encoding\n'));
  });
  it.each(cases)('%j', (data, expected) => {
    const want = new TextDecoder(expected!.trim()).encoding;
    expect(decode(Buffer.from(data!, 'latin1')).charset).toBe(want);
  });
});
