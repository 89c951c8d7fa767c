import markdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { parse } from '../../src/extract/parse.js';
import { render } from '../../src/extract/render/index.js';

const BASE = 'https://docs.example.com/guide/page.html';

function markdown(html: string, baseUrl: string | null = BASE): string {
  return render(parse(html), { format: 'markdown', baseUrl }).text.trimEnd();
}

const html = (source: string): string => markdownIt({ html: true }).render(source);

describe('the 28 constructs', () => {
  const rows: [string, string, string][] = [
    ['nested lists', '<ul><li>a<ul><li>b<ol><li>c</ol></ul><li>d</ul>', '- a\n  - b\n    1. c\n- d'],
    ['ol start', '<ol start=3><li>a<li>b</ol>', '3. a\n4. b'],
    [
      'table colspan',
      '<table><tr><th>A<th>B<th>C<tr><td colspan=2>x<td>y</table>',
      '| A | B | C |\n| --- | --- | --- |\n| x |  | y |',
    ],
    [
      'table rowspan',
      '<table><tr><th>A<th>B<tr><td rowspan=2>x<td>y<tr><td>z</table>',
      '| A | B |\n| --- | --- |\n| x | y |\n|  | z |',
    ],
    [
      'table pipes',
      '<table><tr><th>A<tr><td>a|b<tr><td><code>c|d</code></table>',
      '| A |\n| --- |\n| a\\|b |\n| `c\\|d` |',
    ],
    [
      'table cell blocks/br',
      '<table><tr><th>A<th>B<tr><td>a<br>b<td><p>c</p><p>d</p></table>',
      '| A | B |\n| --- | --- |\n| a<br>b | c<br>d |',
    ],
    ['fenced code + language', '<pre><code class="language-js">a\n  b</code></pre>', '```js\na\n  b\n```'],
    [
      'language on wrapper (GitHub)',
      '<div class="highlight highlight-source-shell"><pre>ls</pre></div>',
      '```shell\nls\n```',
    ],
    [
      'language on wrapper (Sphinx)',
      '<div class="highlight-python3 notranslate"><div class="highlight"><pre><span></span>x = 1\n</pre></div></div>',
      '```python3\nx = 1\n```',
    ],
    ['code containing fence', '<pre>```\nx\n```</pre>', '````\n```\nx\n```\n````'],
    ['inline code w/ backticks', '<p><code>a`b</code> <code>``</code>', '``a`b`` ``` `` ```'],
    ['blockquote nesting', '<blockquote>a<blockquote>b</blockquote></blockquote>', '> a\n>\n> > b'],
    ['link w/ parens', '<a href="/a_(b)">x</a>', '[x](https://docs.example.com/a_(b))'],
    ['link with one parenthesis', '<a href="/a)b">x</a>', '[x](https://docs.example.com/a%29b)'],
    ['link w/ space', '<a href="a b">x</a>', '[x](https://docs.example.com/guide/a%20b)'],
    ['relative link', '<a href="../x#y">x</a>', '[x](https://docs.example.com/x#y)'],
    ['link text w/ brackets', '<a href="/x">a [b] c</a>', '[a \\[b\\] c](https://docs.example.com/x)'],
    [
      'img no alt (lazy data-src, relative)',
      '<img src="data:image/gif;base64,R0" data-src="i.png">',
      '![](https://docs.example.com/guide/i.png)',
    ],
    ['definition list', '<dl><dt>a<dd>b<dt>c<dd>d</dl>', '**a**\n\nb\n\n**c**\n\nd'],
    [
      'MathML (TeX annotation)',
      '<math><semantics><mrow><mi>x</mi><mo>+</mo><mi>y</mi></mrow><annotation encoding="application/x-tex">x+y</annotation></semantics></math>',
      '$x+y$',
    ],
    [
      'MathML (no annotation)',
      '<math><mfrac><mn>1</mn><msqrt><mi>x</mi></msqrt></mfrac></math>',
      '$\\frac{1}{\\sqrt{x}}$',
    ],
    [
      'KaTeX',
      '<span class="katex-display"><span class="katex"><span class="katex-mathml"><math><semantics><msup><mi>a</mi><mn>2</mn></msup><annotation encoding="application/x-tex">a^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">a2</span></span></span>',
      '$$\na^2\n$$',
    ],
    ['MathJax', '<div><script type="math/tex; mode=display">E = mc^2</script></div>', '$$\nE = mc^2\n$$'],
    [
      'footnotes',
      '<p>a<sup id=r1><a href="#n1">1</a></sup><section class=footnotes><ol><li id=n1><p>note <a href="#r1">↩</a></ol></section>',
      'a[^1]\n\n[^1]: note',
    ],
    ['pre without code', '<pre>  a\n\tb  \n\nc</pre>', '```\n  a\n\tb  \n\nc\n```'],
    [
      'line-number gutter (table)',
      '<table class=highlighttable><tr><td class=linenos><pre>1\n2</pre><td class=code><div class=highlight><pre>a\nb</pre></div></table>',
      '```\na\nb\n```',
    ],
    [
      'line-number gutter (spans)',
      '<pre><span class=linenos>1 </span>a\n<span class=linenos>2 </span>b</pre>',
      '```\na\nb\n```',
    ],
    [
      'heading permalink',
      '<h2 id=a>Title<a class=headerlink href="#a">¶</a></h2><h3><a class=anchor href="#b"><svg></svg></a>Sub</h3>',
      '## Title\n\n### Sub',
    ],
    [
      'escaping literals',
      '<p>2*3*4 snake_case __init__ [x](y) &lt;b> # 1. `q` \\* a|b',
      '2\\*3\\*4 snake_case __init\\_\\_ [x]\\(y) \\<b> # 1. \\`q\\` \\\\\\* a|b',
    ],
    ['emphasis inner spaces/intraword', '<p>a<b> b </b>c <i>d</i>e', 'a **b** c *d*e'],
    ['task list', '<ul><li><input type=checkbox checked> a<li><input type=checkbox> b</ul>', '- [x] a\n- [ ] b'],
  ];
  it.each(rows)('%s', (_name, source, expected) => {
    expect(markdown(source)).toBe(expected);
  });
});

describe('what else a page may hold', () => {
  const rows: [string, string, string][] = [
    ['mixed lists', '<ol><li>a<ul><li>b</ul><li value=7>c</ol>', '1. a\n   - b\n7. c'],
    ['an item of several blocks', '<ul><li><p>a<p>b<pre>c</pre></ul>', '- a\n\n  b\n\n  ```\n  c\n  ```'],
    ['two lists in a row', '<ul><li>a</ul><ul><li>b</ul>', '- a\n\n* b'],
    [
      'a headerless table',
      '<table><tr><td>a<td>b<tr><td>c<td>d</table>',
      '|  |  |\n| --- | --- |\n| a | b |\n| c | d |',
    ],
    ['a layout table', '<table role=presentation><tr><td><h2>A</h2><td><p>b</table>', '## A\n\nb'],
    [
      'a table in a table',
      '<table><tr><td>a<td><table><tr><th>b<tr><td>c</table></table>',
      'a\n\n| b |\n| --- |\n| c |',
    ],
    ['code of several lines in a table', '<table><tr><td>a<td><pre>b\nc</pre></table>', 'a\n\n```\nb\nc\n```'],
    [
      'code with lines in elements',
      '<pre><code><div class=line>a</div><div class=line>b</div></code></pre>',
      '```\na\nb\n```',
    ],
    ['code with br', '<pre>a<br>b</pre>', '```\na\nb\n```'],
    ['prompt characters', '<pre><span class=gp>$ </span>ls</pre>', '```\n$ ls\n```'],
    ['touching code spans', '<p><code>a</code><code>b</code>', '`ab`'],
    [
      'code in a link, link in code',
      '<p><a href="/x"><code>a</code></a> <code><a href="/x">b</a></code>',
      '[`a`](https://docs.example.com/x) [`b`](https://docs.example.com/x)',
    ],
    ['details', '<details><summary>More</summary><p>text</details>', '**More**\n\ntext'],
    [
      'kbd, sub, sup, del, ins',
      '<p><kbd>Ctrl</kbd> H<sub>2</sub>O x<sup>2</sup> <del>a</del> <ins>b</ins>',
      '<kbd>Ctrl</kbd> H<sub>2</sub>O x<sup>2</sup> ~~a~~ <ins>b</ins>',
    ],
    [
      'a Sphinx callout',
      '<div class="admonition warning"><p class="admonition-title">Warning</p><p>a</div>',
      '> [!WARNING]\n> a',
    ],
    [
      'a GitHub callout',
      '<div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title">Tip</p><p>a</div>',
      '> [!TIP]\n> a',
    ],
    ['no callout', '<div class=note><p>a</div>', 'a'],
    ['ruby', '<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>', '漢(かん)'],
    [
      'a linked picture',
      '<a href="/big.png"><img src="/small.png" alt="A"></a>',
      '[![A](https://docs.example.com/small.png)](https://docs.example.com/big.png)',
    ],
    [
      'a link that repeats its address',
      '<a href="https://x.example/a_b">https://x.example/a_b</a>',
      '<https://x.example/a_b>',
    ],
    ['a card', '<a href="/x"><h3>Title</h3><p>text</p></a>', '### [Title](https://docs.example.com/x)\n\ntext'],
    ['a link that runs code', '<a href="javascript:x()">a</a> <a href="data:text/html,x">b</a>', 'a b'],
    ['a srcset', '<img srcset="a.png 100w, b.png 800w" alt=x>', '![x](https://docs.example.com/guide/b.png)'],
    ['a counting pixel', '<p>a<img width=1 height=1 src=p.gif>', 'a'],
    ['emphasis beside punctuation', '<p>a<b>"b"</b>c', 'a<strong>"b"</strong>c'],
    ['touching emphasis', '<p><b>a</b><b>b</b> <em>c</em><strong>d</strong>', '**ab** *c*<strong>d</strong>'],
    ['emphasis over blocks', '<b><p>a</p><p>b</p></b>', '**a**\n\n**b**'],
    ['empty emphasis', '<p>a <b> </b>b', 'a b'],
    ['line breaks', '<p>a<br>b<br><br>c<br>', 'a  \nb\n\nc'],
    [
      'starts of lines',
      '<p># a<p>1. b<p>- c<p>+ d<p>> e<p>1 < 2<p>---',
      '\\# a\n\n1\\. b\n\n\\- c\n\n\\+ d\n\n\\> e\n\n1 < 2\n\n\\---',
    ],
    ['entities as text', '<p>&amp;amp; AT&amp;T', '\\&amp; AT&T'],
    [
      'footnotes of Sphinx',
      '<p>a <a class="footnote-reference brackets" href="#id2" id="id1">1</a><dl class="footnote brackets"><dt class=label id=id2><span class=brackets><a class=fn-backref href="#id1">1</a></span></dt><dd><p>note</dl>',
      'a [^1]\n\n[^1]: note',
    ],
    [
      'an API signature',
      '<dl class="py function"><dt class="sig sig-object py"><span>run</span>(<em>a</em>, <em>*</em>)<a class=headerlink href="#x">¶</a></dt><dd><p>Runs.</dl>',
      '`run(a, *)`\n\nRuns.',
    ],
  ];
  it.each(rows)('%s', (_name, source, expected) => {
    expect(markdown(source)).toBe(expected);
  });

  it('an annotation that says what the formula does not show is not taken', () => {
    const formula =
      '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">\\text{secret order}</annotation></semantics></math>';
    expect(markdown(formula)).toBe('$x$');
  });

  it('a linked image is written once where both addresses are the same', () => {
    expect(markdown('<a href="i.png"><img src="i.png" alt="A"></a>')).toBe(
      '![A](https://docs.example.com/guide/i.png)',
    );
  });

  it('relative addresses stay where no base is known', () => {
    expect(markdown('<a href="a b.html">x</a>', null)).toBe('[x](a%20b.html)');
  });
});

describe('what Markdown makes of it again', () => {
  const words = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const textOf = (source: string): string =>
    words(
      source
        .replace(/<[^>]*>/g, ' ')
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&quot;/g, '"')
        .replace(/&amp;/g, '&'),
    );

  it('literal text of every kind comes back as it was', () => {
    const literals = [
      '*a*',
      '**a**',
      '_a_',
      '__a__',
      'a*b*c',
      '`a`',
      '[a](b)',
      '[a][b]',
      '![a](b)',
      '~~a~~',
      '\\*',
      '&lt;',
      '<b>',
      '<!-- x -->',
      '# a',
      '- a',
      '1. a',
      '> a',
      '| a | b |',
      '* * *',
      '___',
      '```',
      'a_b_c',
      '*args, **kwargs',
      'x ~ y',
      '5 * 3',
      'C:\\dir\\*',
      '[^1]',
      '[x]: http://y',
    ];
    for (const literal of literals) {
      const source = literal.replace(/&/g, '&amp;').replace(/</g, '&lt;');
      expect(textOf(html(markdown(`<p>${source}</p>`)))).toBe(literal);
      expect(textOf(html(markdown(`<p>one <b>bold ${source} bold</b> two</p>`)))).toBe(
        words(`one bold ${literal} bold two`),
      );
      expect(textOf(html(markdown(`<p>${source}<br>${source}</p>`)))).toBe(words(`${literal} ${literal}`));
    }
  });

  it('every code block comes back character for character', () => {
    const blocks = [
      'a\n\n  b\t\n',
      '```\n~~~',
      '    indented',
      '<b>&amp;</b>',
      '$ x\n> y',
      '\n\nblank first',
      'trailing   ',
      '````',
      '- a\n  - b',
    ];
    for (const block of blocks) {
      const source = block.replace(/&/g, '&amp;').replace(/</g, '&lt;');
      for (const around of [
        (pre: string) => pre,
        (pre: string) => `<ul><li>x${pre}</ul>`,
        (pre: string) => `<blockquote>${pre}</blockquote>`,
      ]) {
        const back =
          /<pre><code>([\s\S]*?)<\/code><\/pre>/.exec(html(markdown(around(`<pre>\n${source}</pre>`))))?.[1] ?? '';
        const plain = back
          .replace(/&lt;/g, '<')
          .replace(/&gt;/g, '>')
          .replace(/&quot;/g, '"')
          .replace(/&amp;/g, '&');
        expect(plain.replace(/\n$/, '')).toBe(block.replace(/\n$/, ''));
      }
    }
  });
});

describe('text and HTML', () => {
  const source =
    '<h1>A <b>b</b></h1><p>x <a href="y">z</a><img src=i alt=pic></p><ul><li>a<li>b</ul><pre>c\n d</pre><table><tr><th>k<th>v<tr><td>1<td>2</table>';
  it('writes text without markup', () => {
    expect(render(parse(source), { format: 'text', baseUrl: BASE }).text).toBe(
      'A b\n\nx zpic\n\n- a\n- b\n\nc\n d\n\nk\tv\n1\t2\n',
    );
  });

  it('writes HTML of what carries content, nothing that runs', () => {
    const page = render(
      parse(`${source}<script>x</script><p onclick=x style="a">y<a href="javascript:x">z</a><iframe></iframe>`),
      { format: 'html', baseUrl: BASE },
    );
    expect(page.text).toBe(
      '<h1>A <b>b</b></h1><p>x <a href="https://docs.example.com/guide/y">z</a><img src="https://docs.example.com/guide/i" alt="pic"></p><ul><li>a</li><li>b</li></ul><pre>c\n d</pre><table><tbody><tr><th>k</th><th>v</th></tr><tr><td>1</td><td>2</td></tr></tbody></table><p>y<a>z</a></p>\n',
    );
    expect(page.outline).toEqual([{ level: 1, text: 'A b' }]);
    expect(page.links).toEqual(['https://docs.example.com/guide/y']);
  });
});

describe('hostile trees', () => {
  it('are written without an overflow, in every format', () => {
    for (const tag of [
      'div',
      'blockquote',
      'ul><li',
      'b',
      'span',
      'table><tr><td',
      'a href=x',
      'dl><dd',
      'sup',
      'code',
      'pre',
      'math><mrow',
      'h2',
      'details',
      'section class=footnotes',
    ]) {
      const page = parse(`${`<${tag}>`.repeat(30_000)}deep`);
      for (const format of ['markdown', 'text', 'html'] as const)
        expect(render(page, { format, baseUrl: BASE }).text).toContain('deep');
    }
  });

  it('a table that claims a thousand columns a cell stays in proportion', () => {
    const rows = '<tr><td colspan=1000 rowspan=60000>x'.repeat(2_000);
    expect(markdown(`<table>${rows}</table>`).length).toBeLessThan(1_000_000);
  });
});
