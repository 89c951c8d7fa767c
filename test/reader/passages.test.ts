import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens, focus, outline, section, sliceFrom, windowText } from '../../src/extract/passages/index.js';

const words = (count: number, word = 'word'): string =>
  Array.from({ length: count }, (_, i) => `${word}${i}`).join(' ');

describe('outline and section', () => {
  const page =
    '# Guide\n\nIntro.\n\n## Install `npm`\n\nDo.\n\n### On Linux\n\nApt.\n\n## [Use](https://x.example/a_(b)) it\n\n```\n# not a heading\n```\n\n> ### Quoted\n\n- ## In a list\n\nEnd.\n';
  it('finds every heading with the extent of its section', () => {
    expect(outline(page).map(({ level, text }) => `${level} ${text}`)).toEqual([
      '1 Guide',
      '2 Install npm',
      '3 On Linux',
      '2 Use it',
      '3 Quoted',
      '2 In a list',
    ]);
    const install = outline(page)[1]!;
    expect(page.slice(install.start, install.end)).toBe('## Install `npm`\n\nDo.\n\n### On Linux\n\nApt.\n\n');
  });
  const asked: [string, string | null][] = [
    ['Install npm', '## Install `npm`'],
    ['## install NPM', '## Install `npm`'],
    ['install-npm', '## Install `npm`'],
    ['Linux', '### On Linux'],
    ['Guide > On Linux', '### On Linux'],
    ['Use it > On Linux', null],
    ['In', null],
    ['not a heading', null],
    ['', null],
  ];
  it.each(asked)('%j', (heading, start) => {
    const found = section(page, heading);
    if (start === null) expect(found).toBeNull();
    else expect(page.slice(found!.start, found!.end).startsWith(start)).toBe(true);
  });
});

describe('a window of exactly what fits (false truncation at the exact boundary)', () => {
  const text = `${words(50)}\n\n${words(50, 'more')}\n`;
  const tokens = countTokens(text);
  it('is whole at the boundary and above, and cut one below', () => {
    for (const maxTokens of [tokens, tokens + 1]) {
      expect(windowText(text, { maxTokens })).toEqual({ text, tokens, start: 0, end: text.length, truncated: null });
    }
    expect(windowText(text, { maxTokens: tokens - 1 }).truncated).not.toBeNull();
  });
  it('asks for nothing more when none is left', () => {
    expect(sliceFrom(text, 0, tokens).next).toBeNull();
    expect(sliceFrom(text, text.length, 100)).toEqual({
      text: '',
      tokens: 0,
      start: text.length,
      end: text.length,
      next: null,
    });
    expect(sliceFrom(text, text.length + 5, 100).next).toBeNull();
    expect(windowText(text, { maxTokens: 100, start: text.length }).truncated).toBeNull();
  });
});

describe('head and tail', () => {
  const text = Array.from({ length: 60 }, (_, i) => `## Part ${i}\n\n${words(40, `p${i}x`)}`).join('\n\n');
  it('names the range between, within the budget', () => {
    const window = windowText(text, { maxTokens: 600 });
    expect(window.tokens).toBeLessThanOrEqual(600);
    expect(window.tokens).toBeGreaterThan(400);
    const { omitted, next } = window.truncated!;
    expect(next).toBe(omitted.start);
    expect(window.text.startsWith('## Part 0')).toBe(true);
    expect(window.text).toContain(`characters ${omitted.start} to ${omitted.end}`);
    expect(window.text.endsWith(text.slice(omitted.end))).toBe(true);
    expect(omitted.tokens).toBe(countTokens(text.slice(omitted.start, omitted.end)));
  });
  it('does not end on a heading', () => {
    const head = sliceFrom(text, 0, 300);
    expect(head.text.trimEnd().split('\n').at(-1)).not.toMatch(/^#/);
  });
  it('of a small budget is a head alone', () => {
    const window = windowText(text, { maxTokens: 100 });
    expect(window.truncated!.omitted.end).toBe(text.length);
    expect(window.tokens).toBeLessThanOrEqual(100);
  });
});

describe('slices in a row', () => {
  const fence = `\`\`\`js\n${Array.from({ length: 80 }, (_, i) => `  line${i}(a, b);`).join('\n')}\n\`\`\`\n`;
  const table = `| a | b |\n| --- | --- |\n${Array.from({ length: 60 }, (_, i) => `| cell ${i} | value ${i} |`).join('\n')}\n`;
  const texts: [string, string][] = [
    ['prose', Array.from({ length: 30 }, (_, i) => words(30 + i)).join('\n\n')],
    ['code larger than the budget', `Intro.\n\n${fence}\nEnd.\n`],
    ['a table larger than the budget', `Intro.\n\n${table}\nEnd.\n`],
    ['one line without spaces', 'x'.repeat(5_000)],
    ['emoji', '😀'.repeat(2_000)],
    ['Chinese', '中文字符。'.repeat(500)],
    ['a list', Array.from({ length: 90 }, (_, i) => `- item ${i} ${words(6)}`).join('\n')],
    ['a fence that is never closed', `\`\`\`\n${words(600)}`],
  ];
  it.each(texts)('cover the text exactly, each within the budget: %s', (_name, text) => {
    for (const budget of [40, 100, 333]) {
      let at = 0;
      let joined = '';
      for (let count = 0; at < text.length; count++) {
        const slice = sliceFrom(text, at, budget);
        expect(slice.start).toBe(at);
        expect(slice.end).toBeGreaterThan(at);
        expect(slice.tokens).toBeLessThanOrEqual(budget + 12);
        expect(slice.text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
        joined += text.slice(slice.start, slice.end);
        if (slice.next === null) break;
        at = slice.next;
        expect(count).toBeLessThan(5_000);
      }
      expect(joined).toBe(text);
    }
  });
  it('close a code block that is cut, and open it again', () => {
    const text = `Intro.\n\n${fence}\nEnd.\n`;
    let at: number | null = 0;
    for (let i = 0; at !== null; i++) {
      const slice = sliceFrom(text, at, 120);
      expect((slice.text.match(/^```/gm) ?? []).length % 2).toBe(0);
      if (i > 0 && text.slice(slice.start, slice.end).includes('line'))
        expect(slice.text.startsWith('```js\n')).toBe(true);
      at = slice.next;
    }
  });
  it('keep a code block whole that fits into one', () => {
    const small = '```\na\nb\nc\n```\n';
    const text = `${words(30)}\n\n${small}\n${words(30)}\n\n${small}\n`;
    for (let budget = 30; budget < 120; budget++) {
      for (let at: number | null = 0; at !== null; ) {
        const slice = sliceFrom(text, at, budget);
        expect((text.slice(slice.start, slice.end).match(/```/g) ?? []).length % 2).toBe(0);
        at = slice.next;
      }
    }
  });
  it('never cut a table row that fits', () => {
    for (let at: number | null = 0; at !== null; ) {
      const slice = sliceFrom(table, at, 60);
      expect(table.slice(0, slice.start)).toMatch(/(?:^|\n)$/);
      at = slice.next;
    }
  });
  it('stop where they are told to', () => {
    const text = words(200);
    expect(sliceFrom(text, 0, 10_000, 100)).toMatchObject({ start: 0, end: 100, next: null });
  });
});

describe('focus', () => {
  const page = `# Timeouts\n\nIntro about nothing.\n\n## Connect\n\n${words(60, 'filler')}\n\nThe connect timeout is five seconds.\n\n## Read\n\n${words(60, 'other')}\n\nCall \`AbortSignal.timeout()\` to stop reading.\n\n\`\`\`js\nfetch(url, { signal: AbortSignal.timeout(50) })\n\`\`\`\n`;
  it('keeps what answers, with the headings that lead to it, in page order', () => {
    const found = focus(page, 'How long may connecting take?', { maxTokens: 60 });
    expect(found.text).toContain('The connect timeout is five seconds.');
    expect(found.text.startsWith('# Timeouts\n\n')).toBe(true);
    expect(found.tokens).toBeLessThanOrEqual(60);
    const [passage] = found.passages.filter(({ heading }) => heading.at(-1) === 'Connect');
    expect(passage!.heading).toEqual(['Timeouts', 'Connect']);
    expect(page.slice(passage!.start, passage!.end)).toContain('five seconds');
  });
  it('finds identifiers by their parts', () => {
    expect(focus(page, 'abort signals', { maxTokens: 80 }).text).toContain('AbortSignal.timeout()');
  });
  it('gives passages in page order that stand in the page', () => {
    const { passages } = focus(page, 'timeout signal connect', { maxTokens: 120 });
    for (let i = 1; i < passages.length; i++) expect(passages[i]!.start).toBeGreaterThanOrEqual(passages[i - 1]!.end);
  });
  it('of a page that fits is the page', () => {
    const whole = focus('# A\n\nb\n', 'nothing of this', { maxTokens: 100 });
    expect(whole.text).toBe('# A\n\nb\n');
  });
});

it('any Markdown, question and budget give a result within the budget', () => {
  const markdown = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '# a\n',
          '## b\n',
          '\n\n',
          '```\n',
          '~~~\n',
          '| a | b |\n',
          '- x\n',
          '> q\n',
          '1. y\n',
          '    z\n',
          '😀',
          '\ud800',
          'word ',
          '中文',
        ),
        fc.string({ maxLength: 12 }),
      ),
      { maxLength: 80 },
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      markdown,
      fc.string({ maxLength: 30 }),
      fc.integer({ min: 1, max: 200 }),
      (text, question, maxTokens) => {
        const found = focus(text, question, { maxTokens });
        expect(found).toEqual(focus(text, question, { maxTokens }));
        expect(found.tokens).toBeLessThanOrEqual(Math.max(maxTokens, 1));
        const window = windowText(text, { maxTokens });
        expect(window.tokens).toBeLessThanOrEqual(maxTokens + 12);
        for (const { start, end } of outline(text)) expect(end).toBeGreaterThan(start);
      },
    ),
  );
});

it('costs no more than in proportion to the length', () => {
  const cost = (text: string): number => {
    const start = process.cpuUsage().user;
    focus(text, 'word timeout', { maxTokens: 500 });
    windowText(text, { maxTokens: 500 });
    sliceFrom(text, text.length >> 1, 500);
    return process.cpuUsage().user - start;
  };
  for (const unit of ['word ', '# a\n\nb\n\n', '```\n', '| a |\n', '- x\n', '> ', '`', '[', '<']) {
    cost(unit.repeat(2_000));
    const small = Math.max(cost(unit.repeat(4_000)), 20_000);
    expect(cost(unit.repeat(32_000))).toBeLessThan(small * 30);
  }
});
