import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeKind, type KindOptions, readKind, type TextKind } from '../../src/extract/kinds/index.js';

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.replace(/ /g, ''), 'hex'));
const PNG = hex('89504e470d0a1a0a 0000000d49484452 00000001');
const RSS = '<?xml version="1.0"?>\n<!-- x -->\n<rss version="2.0"><channel><title>News</title></channel></rss>';

describe('what a body is', () => {
  const rows: [string, Uint8Array, string | null, string | null, string][] = [
    ['HTML as declared', bytes('<p>x'), 'text/html; charset=utf-8', null, 'html text/html'],
    [
      'HTML sent as bytes of no kind',
      bytes('\n<!doctype html><p>x'),
      'application/octet-stream',
      null,
      'html text/html',
    ],
    ['HTML with no type at all', bytes('<html><p>x'), null, null, 'html text/html'],
    ['HTML in the place of JSON', bytes('<!DOCTYPE html><title>Error'), 'application/json', null, 'html text/html'],
    ['HTML source as plain text stays text', bytes('<!doctype html><p>x'), 'text/plain', null, 'text text/plain'],
    ['a PNG labelled as HTML', PNG, 'text/html', null, 'binary image/png'],
    ['a PDF as bytes of no kind', bytes('%PDF-1.7\n%âãÏÓ'), 'application/octet-stream', null, 'pdf application/pdf'],
    ['a PDF labelled as HTML', bytes('%PDF-1.4\n'), 'text/html', null, 'pdf application/pdf'],
    ['a page about PDF is no PDF', bytes('<p>A file starts with %PDF-1.7'), 'text/html', null, 'html text/html'],
    [
      'an error page in the place of a PDF',
      bytes('<!doctype html><p>Not found'),
      'application/pdf',
      null,
      'html text/html',
    ],
    ['NUL bytes', new Uint8Array(2_000), 'text/html', null, 'binary application/octet-stream'],
    ['a few stray NULs in a page', bytes(`<p>a\0b\0${'text '.repeat(200)}`), 'text/html', null, 'html text/html'],
    ['gzip that nobody said', hex('1f8b0800000000000003'), 'text/html', null, 'binary application/gzip'],
    [
      'UTF-16 text',
      new Uint8Array(Buffer.from('\ufeff<!doctype html><p>x', 'utf16le')),
      'text/html',
      null,
      'html text/html',
    ],
    [
      'UTF-16 HTML without a type',
      new Uint8Array(Buffer.from('<!doctype html><p>some text', 'utf16le')),
      null,
      null,
      'html text/html',
    ],
    ['JSON as declared', bytes('{"a":1}'), 'application/problem+json', null, 'json application/problem+json'],
    ['JSON by its look', bytes(' {"a": 1}'), 'application/octet-stream', null, 'json application/json'],
    ['braces that are no JSON', bytes('{a: 1}'), null, null, 'text text/plain'],
    ['Markdown', bytes('# x'), 'text/markdown', null, 'markdown text/markdown'],
    [
      'Markdown as plain text by its name',
      bytes('# x'),
      'text/plain',
      'https://x.example/README.md?a',
      'markdown text/plain',
    ],
    ['Python as plain text by its name', bytes('import x'), 'text/plain', 'https://x.example/a.py', 'code text/plain'],
    ['CSV', bytes('a,b'), 'text/csv', null, 'csv text/csv'],
    ['an unknown text type', bytes('x'), 'text/troff', null, 'text text/troff'],
    ['RSS', bytes(RSS), 'application/rss+xml', null, 'feed application/rss+xml'],
    ['RSS served as text/xml', bytes(RSS), 'text/xml', null, 'feed application/rss+xml'],
    ['RSS served as HTML', bytes(RSS), 'text/html', null, 'feed application/rss+xml'],
    [
      'Atom served as XML',
      bytes('<feed xmlns="http://www.w3.org/2005/Atom">'),
      'application/xml',
      null,
      'feed application/atom+xml',
    ],
    [
      'a feed element of another vocabulary',
      bytes('<feed xmlns="http://x.example/">'),
      'application/xml',
      null,
      'xml application/xml',
    ],
    ['RDF', bytes('<rdf:RDF xmlns="http://purl.org/rss/1.0/">'), 'application/xml', null, 'feed application/rdf+xml'],
    [
      'JSON Feed',
      bytes('{"version":"https://jsonfeed.org/version/1.1","items":[]}'),
      'application/json',
      null,
      'feed application/feed+json',
    ],
    [
      'JSON Feed as declared',
      bytes('{"version":"https://jsonfeed.org/version/1.1"}'),
      'application/feed+json',
      null,
      'feed application/feed+json',
    ],
    [
      'XHTML served as XML',
      bytes('<?xml version="1.0"?><!DOCTYPE html PUBLIC "x" "y"><html>'),
      'application/xml',
      null,
      'html text/html',
    ],
    ['XML', bytes('<?xml version="1.0"?><a/>'), 'text/xml', null, 'xml text/xml'],
    ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg">'), 'image/svg+xml', null, 'svg image/svg+xml'],
    ['a video by its type', bytes('text'), 'video/mp4', null, 'binary video/mp4'],
    ['nothing', new Uint8Array(), null, null, 'text text/plain'],
    ['JavaScript', bytes('let a'), 'text/javascript', null, 'code text/javascript'],
  ];
  it.each(rows)('%s', (_name, head, type, url, expected) => {
    const verdict = judgeKind(head, type, url);
    expect(`${verdict.binary ? 'binary' : verdict.kind} ${verdict.contentType}`).toBe(expected);
  });

  it('any bytes, type and address get a verdict', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ maxLength: 30 }), fc.webUrl(), (head, type, url) => {
        expect(judgeKind(head, type, url).contentType).toBeTypeOf('string');
      }),
    );
  });
});

const options = (over: Partial<KindOptions> = {}): KindOptions => ({
  contentType: '',
  url: 'https://x.example/a/b',
  format: 'markdown',
  ...over,
});

describe('JSON', () => {
  const json = (text: string): string => readKind('json', text, options()).text;
  it('is set out by its structure, values as they are written', () => {
    expect(json('{"b":1.10,"a":[1,2,{"c":"x, {y}"}],"a":12345678901234567890,"e":{},"f":[]}')).toBe(
      '```json\n{\n  "b": 1.10,\n  "a": [\n    1,\n    2,\n    {"c": "x, {y}"}\n  ],\n  "a": 12345678901234567890,\n  "e": {},\n  "f": []\n}\n```\n',
    );
  });
  it('is read line by line where it is JSON Lines', () => {
    expect(json('{"a":1}\n{"a":2}\n')).toBe('```json\n{"a": 1}\n{"a": 2}\n```\n');
  });
  it('is shown as it came where it is none, and that is said', () => {
    const page = readKind('json', '{a:1}', options());
    expect(page.text).toBe('```\n{a:1}\n```\n');
    expect(page.notes).toEqual(['the body is not valid JSON: it is shown as it came']);
  });
  it('keeps its value, however it is nested', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = readKind('json', JSON.stringify(value), options({ format: 'text' })).text;
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
  it('may nest a hundred thousand levels', () => {
    expect(json('['.repeat(100_000) + ']'.repeat(100_000)).length).toBeLessThan(20_000_000);
  });
});

describe('CSV', () => {
  const csv = (text: string, contentType = 'text/csv'): string => readKind('csv', text, options({ contentType })).text;
  const rows: [string, string, string][] = [
    [
      'quotes, line breaks and pipes',
      'a,b\n"x, ""y""","1\n2"\np|q,\n',
      '| a | b |\n| --- | --- |\n| x, "y" | 1<br>2 |\n| p\\|q |  |\n',
    ],
    ['semicolons', 'a;b\n1,5;2\n', '| a | b |\n| --- | --- |\n| 1,5 | 2 |\n'],
    ['a declared separator', 'sep=|\na|b\n1|2\n', '| a | b |\n| --- | --- |\n| 1 | 2 |\n'],
    ['one column', 'a\n1\n', '| a |\n| --- |\n| 1 |\n'],
    ['an open quote', 'a,b\n"x,y', '| a | b |\n| --- | --- |\n| x,y |\n'],
    ['CRLF and a BOM', '\ufeffa,b\r\n1,2\r\n', '| a | b |\n| --- | --- |\n| 1 | 2 |\n'],
    ['nothing', '', ''],
  ];
  it.each(rows)('%s', (_name, text, expected) => {
    expect(csv(text)).toBe(expected);
  });
  it('tabs', () => {
    expect(csv('a\tb,c\n1\t2\n', 'text/tab-separated-values')).toBe('| a | b,c |\n| --- | --- |\n| 1 | 2 |\n');
  });
});

describe('Markdown', () => {
  it('stands as it is, its front matter read and taken off', () => {
    const source =
      '---\ntitle: "A: b"\nauthor: Ann\ndate: 2024-05-03\ntags:\n  - x\n  - y\n---\n# Head\n\nText [l](../c) ![i](i.png) https://y.example/z.\n\n```\n# no\n```\n## Sub *x*\n';
    const page = readKind('markdown', source, options());
    expect(page.text).toBe(source.slice(source.indexOf('# Head')));
    expect([page.title, page.byline, page.published]).toEqual(['A: b', 'Ann', '2024-05-03']);
    expect(page.outline).toEqual([
      { level: 1, text: 'Head' },
      { level: 2, text: 'Sub x' },
    ]);
    expect(page.links).toEqual(['https://x.example/c', 'https://y.example/z']);
  });
  it('a rule at the start is no front matter', () => {
    expect(readKind('markdown', '---\nSome text\n---\nmore', options()).text).toBe('---\nSome text\n---\nmore\n');
  });
});

describe('feeds (RSS mangled by HTML conversion)', () => {
  it('RSS: entries with dates and links, content before summary', () => {
    const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:content="c" xmlns:dc="d" xmlns:atom="a"><channel><title>News &amp; more</title>
      <atom:link href="https://x.example/feed" rel="self"/><link>https://x.example/</link><description>About</description>
      <item><title><![CDATA[One <b>1</b>]]></title><link>https://x.example/1</link><pubDate>Mon, 06 May 2024 10:00:00 GMT</pubDate><dc:creator>Ann</dc:creator>
      <description>short</description><content:encoded><![CDATA[<p>Long <a href="/y">text</a></p><p style="display:none">SECRET</p>]]></content:encoded></item>
      <item><guid isPermaLink="true">https://x.example/2</guid><description>&lt;p&gt;Two&lt;/p&gt;</description><enclosure url="https://x.example/2.mp3" type="audio/mpeg"/></item></channel></rss>`;
    const page = readKind('feed', rss, options());
    expect(page.text).toBe(
      '# News & more\n\nAbout\n\n## [One 1](https://x.example/1)\n\n2024-05-06T10:00:00Z · Ann\n\nLong [text](https://x.example/y)\n\n## [https://x.example/2](https://x.example/2)\n\naudio/mpeg https://x.example/2.mp3\n\nTwo\n',
    );
    expect(page.links).toEqual(['https://x.example/1', 'https://x.example/y', 'https://x.example/2']);
    expect([page.title, page.canonical]).toEqual(['News & more', 'https://x.example/']);
  });
  it('Atom, with XHTML content', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>T</title><updated>2024-05-06T00:00:00Z</updated>
      <entry><title>E</title><link rel="alternate" href="/e"/><published>2024-05-01T00:00:00Z</published><updated>2024-05-02T00:00:00Z</updated>
      <author><name>Bo</name></author><content type="xhtml"><div xmlns="x"><p>Hi</p></div></content></entry></feed>`;
    const page = readKind('feed', atom, options());
    expect(page.text).toBe(
      '# T\n\n## [E](https://x.example/e)\n\n2024-05-01T00:00:00Z · updated 2024-05-02T00:00:00Z · Bo\n\nHi\n',
    );
    expect([page.lang, page.modified]).toEqual(['de', '2024-05-06T00:00:00Z']);
  });
  it('RDF', () => {
    const rdf =
      '<rdf:RDF xmlns:rdf="r" xmlns:dc="d"><channel><title>T</title></channel><item rdf:about="https://x.example/i"><title>I</title><dc:date>2024-01-02</dc:date></item></rdf:RDF>';
    expect(readKind('feed', rdf, options()).text).toBe('# T\n\n## [I](https://x.example/i)\n\n2024-01-02\n');
  });
  it('JSON Feed', () => {
    const feed = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'T',
      items: [
        {
          id: '1',
          url: 'https://x.example/i',
          title: 'I',
          content_text: 'Plain *text*',
          date_published: '2024-01-02T03:04:05Z',
        },
      ],
    });
    expect(readKind('feed', feed, options()).text).toBe(
      '# T\n\n## [I](https://x.example/i)\n\n2024-01-02T03:04:05Z\n\nPlain *text*\n',
    );
  });
  it('what is no feed is shown as what it is', () => {
    expect(readKind('feed', '<a>x</a>', options()).extractor).toBe('xml-1');
    expect(readKind('xml', '<rss><channel><title>T</title></channel></rss>', options()).extractor).toBe('feed-1');
  });
});

describe('other kinds', () => {
  it('XML and source code are fenced with their language', () => {
    expect(readKind('xml', '<a>\n</a>', options()).text).toBe('```xml\n<a>\n</a>\n```\n');
    expect(readKind('code', 'x = "```"', options({ url: 'https://x.example/a.py' })).text).toBe(
      '````python\nx = "```"\n````\n',
    );
    expect(readKind('code', 'let a', options({ contentType: 'text/javascript' })).text).toBe('```js\nlet a\n```\n');
  });
  it('SVG gives its text alone', () => {
    const page = readKind(
      'svg',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><title>Map</title><style>.h{display:none}</style><script>x</script><g><text>Pier <tspan>two</tspan></text><text class="h">SECRET</text></g></svg>',
      options(),
    );
    expect([page.text, page.title]).toEqual(['Pier two\n', 'Map']);
  });
  it('plain text stands as it is', () => {
    const page = readKind('text', 'a *b*\r\nhttps://y.example/z).', options());
    expect([page.text, page.links]).toEqual(['a *b*\nhttps://y.example/z).\n', ['https://y.example/z']]);
  });
  it('any text of any kind and format gives a page, and the same page again', () => {
    const kinds: TextKind[] = ['json', 'markdown', 'text', 'csv', 'xml', 'code', 'feed', 'svg'];
    const source = fc.oneof(
      fc.string({ maxLength: 200, unit: 'binary' }),
      fc
        .array(
          fc.constantFrom(
            '<rss>',
            '<channel>',
            '<item>',
            '<title>',
            '</title>',
            '<![CDATA[',
            ']]>',
            '&amp;',
            '&#0;',
            '{',
            '}',
            '[',
            '"',
            ',',
            '---\n',
            '\n',
            '|',
            '`',
            'a: b\n',
            '<svg>',
            '<text>',
            '<!DOCTYPE a [',
            '<?x',
          ),
          { maxLength: 40 },
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        source,
        fc.constantFrom('markdown' as const, 'text' as const, 'html' as const),
        (kind, text, format) => {
          expect(readKind(kind, text, options({ format }))).toEqual(readKind(kind, text, options({ format })));
        },
      ),
    );
  });
});
