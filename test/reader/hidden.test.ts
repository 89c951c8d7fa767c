import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markHidden } from '../../src/extract/hidden/index.js';
import { parse } from '../../src/extract/parse.js';
import { render } from '../../src/extract/render/index.js';
import { sharedPath } from '../shared.js';

function read(html: string): { text: string; notes: string[] } {
  const root = parse(html);
  const { notes } = markHidden(root);
  return { text: render(root, { format: 'text', baseUrl: null }).text, notes };
}

const shown = (head: string, body: string): boolean =>
  read(`<head>${head}</head><body><p>Pier two.</p>${body}</body>`).text.includes('SECRET');

describe('what is hidden by style or markup is left out', () => {
  const hidden: [string, string, string][] = [
    ['display: none in a comment', '', '<p style="display:/**/none">SECRET</p>'],
    ['an escaped property name', '', '<p style="d\\69splay:none">SECRET</p>'],
    [
      'important beats a later rule',
      '<style>p{display:none!important} p.a{display:block}</style>',
      '<p class=a>SECRET</p>',
    ],
    ['a class of the page', '<style>.zz{display:none}</style>', '<p class="a zz">SECRET</p>'],
    ['an attribute selector', '<style>[data-x="1"]{visibility:hidden}</style>', '<p data-x=1>SECRET</p>'],
    [
      'a descendant selector',
      '<style>.a .b p{opacity:0}</style>',
      '<div class=a><div class=b><p>SECRET</p></div></div>',
    ],
    ['a child selector', '<style>.a > p{opacity:.02}</style>', '<div class=a><p>SECRET</p></div>'],
    ['a sibling selector', '<style>.a + p{display:none}</style>', '<div class=a></div><p>SECRET</p>'],
    ['a later sibling selector', '<style>.a ~ p{display:none}</style>', '<div class=a></div><div></div><p>SECRET</p>'],
    [':not()', '<style>p:not(.b){display:none}</style>', '<p class=a>SECRET</p>'],
    [
      'a media query that holds',
      '<style>@media screen and (min-width:600px){.m{display:none}}</style>',
      '<p class=m>SECRET</p>',
    ],
    ['a media query by range', '<style>@media (width >= 600px){.m{display:none}}</style>', '<p class=m>SECRET</p>'],
    ['a layer', '<style>@layer base{.m{display:none}}</style>', '<p class=m>SECRET</p>'],
    ['a variable', '<style>:root{--d:none}.m{display:var(--d)}</style>', '<p class=m>SECRET</p>'],
    ['off screen to the left', '', '<p style="position:absolute;left:-9999px">SECRET</p>'],
    ['off screen by a rule', '<style>.m{position:absolute;top:-2000px}</style>', '<p class=m>SECRET</p>'],
    ['off screen by indent', '<style>.m{text-indent:-9999px}</style>', '<p class=m>SECRET</p>'],
    ['off screen by a transform', '', '<p style="transform:translateX(-5000px)">SECRET</p>'],
    ['no size', '', '<p style="width:0;height:0;overflow:hidden">SECRET</p>'],
    ['no font size', '<style>.m{font-size:0}</style>', '<p class=m>SECRET</p>'],
    ['a tiny relative font', '', '<p style="font-size:.05em">SECRET</p>'],
    [
      'white on white by two rules',
      '<style>.box{background:white} .m{color:#ffffff}</style>',
      '<div class=box><p class=m>SECRET</p></div>',
    ],
    ['almost white on white', '', '<p style="color:rgb(253,253,253);background:#fff">SECRET</p>'],
    ['hsl on a name', '', '<p style="color:hsl(0,0%,100%);background-color:white">SECRET</p>'],
    ['white on the canvas of a page without other sheets', '', '<p style="color:#fff">SECRET</p>'],
    ['black on black, the colour inherited', '', '<div style="background:#000"><p>SECRET</p></div>'],
    ['transparent', '', '<p style="color:transparent">SECRET</p>'],
    ['filter', '', '<p style="filter:opacity(0%)">SECRET</p>'],
    ['a popover', '', '<div popover>SECRET</div>'],
    ['a closed dialog', '', '<dialog>SECRET</dialog>'],
    ['aria-hidden text', '', '<p aria-hidden="true">SECRET</p>'],
    ['for screen readers only, by name', '', '<p class="sr-only">SECRET</p>'],
    ['a template', '', '<template><p>SECRET</p></template>'],
    ['a fallback', '', '<video>SECRET</video>'],
    ['visibility that a child does not undo', '', '<div style="visibility:hidden"><p>SECRET</p></div>'],
  ];
  it.each(hidden)('%s', (_name, head, body) => {
    expect(shown(head, body)).toBe(false);
  });

  const seen: [string, string, string][] = [
    ['a rule undone by a later one', '<style>.m{display:none} .m{display:block}</style>', '<p class=m>SECRET</p>'],
    [
      'a rule undone by a more specific one',
      '<style>p.m{display:block} .m{display:none}</style>',
      '<p class=m>SECRET</p>',
    ],
    [
      'a rule undone by the inline style',
      '<style>.m{display:none}</style>',
      '<p class=m style="display:block">SECRET</p>',
    ],
    ['a media query that does not hold', '<style>@media print{.m{display:none}}</style>', '<p class=m>SECRET</p>'],
    ['a sheet for print', '<style media=print>.m{display:none}</style>', '<p class=m>SECRET</p>'],
    ['a narrow window', '<style>@media (max-width:600px){.m{display:none}}</style>', '<p class=m>SECRET</p>'],
    ['a state', '<style>.m:hover{display:none}</style>', '<p class=m>SECRET</p>'],
    ['a pseudo-element', '<style>.m::before{display:none}</style>', '<p class=m>SECRET</p>'],
    ['another class', '<style>.not-m{display:none}</style>', '<p class=m>SECRET</p>'],
    [
      'a selector that does not match',
      '<style>.a > p{display:none}</style>',
      '<div class=a><div><p>SECRET</p></div></div>',
    ],
    ['half transparent', '', '<p style="opacity:.5">SECRET</p>'],
    ['small print', '', '<p style="font-size:9px">SECRET</p>'],
    ['a small offset', '', '<p style="position:relative;left:-4px">SECRET</p>'],
    ['white on dark', '', '<div style="background:#222"><p style="color:#fff">SECRET</p></div>'],
    [
      'white where the background may come from a sheet that is not read',
      '<link rel=stylesheet href=x.css>',
      '<p style="color:#fff">SECRET</p>',
    ],
    ['white over a picture', '', '<div style="background:url(x.png)"><p style="color:#fff">SECRET</p></div>'],
    [
      'a gradient heading',
      '',
      '<p style="color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text">SECRET</p>',
    ],
    [
      'visibility undone by a child',
      '',
      '<div style="visibility:hidden"><p style="visibility:visible">SECRET</p></div>',
    ],
    ['a font size undone by a child', '', '<div style="font-size:0"><p style="font-size:16px">SECRET</p></div>'],
    ['a collapsed details', '', '<details><summary>More</summary><p>SECRET</p></details>'],
    ['an open dialog', '', '<dialog open>SECRET</dialog>'],
    ['hidden undone by style', '', '<p hidden style="display:block">SECRET</p>'],
    ['a tab panel', '<style>.tab{display:none}</style>', '<div role=tabpanel class=tab>SECRET</div>'],
    [
      'an accordion that a button names',
      '',
      '<button aria-controls=p1 aria-expanded=false>Q</button><div id=p1 hidden>SECRET</div>',
    ],
    [
      'text that fades in',
      '<style>@keyframes in{from{opacity:0}to{opacity:1}}.m{opacity:0;animation:in 1s}</style>',
      '<p class=m>SECRET</p>',
    ],
    ['a height without a cut', '', '<p style="height:0">SECRET</p>'],
    ['code with a decorated prompt', '', '<pre><span aria-hidden="true">SECRET$ </span>ls</pre>'],
  ];
  it.each(seen)('kept: %s', (_name, head, body) => {
    expect(shown(head, body)).toBe(true);
  });
});

describe('a main content that is hidden before scripts run (Readability keeps a line of a server-rendered page)', () => {
  const story =
    '<h1>Title</h1>' +
    '<p>A long paragraph of the story that the page is about, shown once scripts have run.</p>'.repeat(12);
  it.each([
    ['display: none', `<div id=app style="display:none"><article>${story}</article></div><footer>Imprint</footer>`],
    ['opacity', `<style>main{opacity:0}</style><main>${story}</main><footer>Imprint</footer>`],
    ['visibility', `<style>.wait{visibility:hidden}</style><div class=wait>${story}</div><footer>Imprint</footer>`],
  ])('is read and said: %s', (_name, body) => {
    const { text, notes } = read(body);
    expect(text).toContain('A long paragraph of the story');
    expect(notes.join()).toMatch(/hidden until scripts run was read: \d+ characters/);
  });

  it('is not assumed where the page shows as much as it hides', () => {
    const { text, notes } = read(
      `<main>${story}</main><div style="display:none">${story.replaceAll('story', 'secret')}</div>`,
    );
    expect(text).not.toContain('secret');
    expect(notes.join()).toMatch(/hidden text removed: 1 block, \d+ characters/);
  });

  it('is not assumed for text far outside of the window', () => {
    expect(read(`<p>Seen.</p><div style="position:absolute;left:-9999px">${story}</div>`).text).toBe('Seen.\n');
  });
});

it('counts and names what it left out', () => {
  const root = parse('<p>Pier.</p><div id=x class="a b" hidden>Some words</div><i style="font-size:0">more</i>');
  const { notes, removals } = markHidden(root);
  expect(notes).toEqual(['hidden text removed: 2 blocks, 14 characters']);
  expect(removals).toEqual([
    { step: 'hidden', reason: 'hidden attribute', selector: 'div#x.a.b', text: 'Some words' },
    { step: 'hidden', reason: 'font size', selector: 'i', text: 'more' },
  ]);
});

it('never throws and does the same again, whatever the styles say', () => {
  const css = fc.array(
    fc.oneof(
      fc.constantFrom(
        '{',
        '}',
        ';',
        ':',
        '"',
        "'",
        '\\',
        '/*',
        '*/',
        '@media',
        '@layer',
        '(',
        ')',
        '.a',
        '#b',
        'p',
        '>',
        '~',
        ',',
        ' ',
        ':not(',
      ),
      fc.constantFrom(
        'display:none',
        'color:#fff',
        'background:#fff',
        'var(--x)',
        '--x:none',
        'opacity:0',
        'all:unset',
        'font-size:1px',
        '!important',
      ),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(css, css, (sheet, inline) => {
      const html = `<style>${sheet.join('')}</style><p class=a id=b style="${inline.join('').replace(/"/g, '&quot;')}">x<b>y</b></p>`;
      expect(read(html)).toEqual(read(html));
    }),
  );
});

describe('hostile styles cost no more than in proportion to their length', () => {
  const kinds: [string, (n: number) => string][] = [
    [
      'deep descendants',
      (n) =>
        `<style>${'.a .a .a .a .b{display:none}'.repeat(n / 100)}</style>${'<div class=a>'.repeat(300)}${'<i class=b>x</i>'.repeat(n / 20)}`,
    ],
    ['siblings', (n) => `<style>.a ~ .a ~ .b{display:none}</style>${'<i class=a>x</i>'.repeat(n / 10)}<b class=b>`],
    ['rules without semicolons', (n) => `<style>${'p{color:#fff}'.repeat(n / 4)}</style><p>x`],
    ['braces', (n) => `<style>${'@media all{'.repeat(n)}</style><p>x`],
    ['quotes', (n) => `<style>${'"{'.repeat(n)}</style><p>x`],
    ['variables of variables', (n) => `<style>p{--a:var(--a)var(--a);display:var(--a)}</style>${'<p>x'.repeat(n / 4)}`],
    ['hidden in hidden', (n) => `${'<div hidden>'.repeat(400)}${'<p>x</p>'.repeat(n / 8)}`],
  ];
  it.each(kinds)('%s', (_name, make) => {
    const cost = (n: number): number => {
      const html = make(n);
      const start = process.cpuUsage().user;
      read(html);
      return process.cpuUsage().user - start;
    };
    cost(8_000);
    const small = Math.max(cost(8_000), 20_000);
    // Eight times the input; a quadratic cost would be sixty-four times.
    expect(cost(64_000)).toBeLessThan(small * 30);
  });
});

const corpus = sharedPath('cases', 'injection.dev.json');
describe.skipIf(corpus === null)(
  'hidden channels of the handed injection cases (skipped where they are absent)',
  () => {
    interface Case {
      id: string;
      channel: string;
      kind: string;
      html: string | null;
      must_not_appear: string[];
      must_appear: string[];
    }
    const cases = corpus === null ? [] : (JSON.parse(readFileSync(corpus, 'utf8')) as { cases: Case[] }).cases;
    const secrets = cases.filter(
      ({ kind, must_not_appear }) => kind === 'html' && must_not_appear.some((text) => text.includes('SECRET')),
    );
    it.each(secrets)('$id $channel', ({ html, must_not_appear, must_appear }) => {
      const { text } = read(html!);
      for (const secret of must_not_appear) expect(text).not.toContain(secret);
      for (const wanted of must_appear) expect(text).toContain(wanted);
    });
    const visible = cases.filter(({ kind, channel }) => kind === 'html' && channel.startsWith('visible-'));
    it.each(visible)('$id $channel', ({ html, must_appear }) => {
      const { text } = read(html!);
      for (const wanted of must_appear) expect(text).toContain(wanted);
    });
  },
);
