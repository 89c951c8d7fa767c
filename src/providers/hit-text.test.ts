import { describe, expect, it } from 'vitest';
import { plainLine } from './hit-text.js';

describe('plainLine', () => {
  it.each([
    ['About <strong>sqlite</strong> &amp; its pitfalls', 'About sqlite & its pitfalls'],
    ['<p>One</p><p>Two<br/>three</p>', 'One Two three'],
    ['x<script>alert(1)</script>y <!-- hidden -->z', 'x y z'],
    ['<script>never closed', ''],
    ['<a href="https://evil.example" onclick=x>link</a>', 'link'],
    ['it&#39;s &quot;fine&quot;&hellip;&nbsp;ok', 'it\'s "fine"… ok'],
    // Escaped markup is text about markup, and is decoded once
    ['How to use &lt;div&gt; in HTML', 'How to use <div> in HTML'],
    ['The &amp;amp; entity', 'The &amp; entity'],
    // Near misses: angle brackets that are no markup
    ['Array<string> and Promise<T>', 'Array<string> and Promise<T>'],
    ['if a < b and c > d', 'if a < b and c > d'],
    ['a &copy=1 b', 'a &copy=1 b'],
    // What a terminal would obey and what nobody sees
    ['red \u001b[31mtext\u001b[0m', 'red text'],
    ['a\u202eb\u2066c\u0007d&#27;[2J', 'abcd'],
    ['zero\u200bwidth \u{e0041}tag', 'zerowidth tag'],
    ['line\r\none\ttwo\u2028three', 'line one two three'],
    ['naïve “quotes” 日本語 👩‍👩‍👧', 'naïve “quotes” 日本語 👩‍👩‍👧'],
  ])('%j reads %j', (written, plain) => {
    expect(plainLine(written, 500)).toBe(plain);
  });

  it('cuts at 500 units and never through a character', () => {
    expect(plainLine('x'.repeat(500), 500)).toHaveLength(500);
    const cut = plainLine(`${'x'.repeat(498)}😀😀`, 500);
    expect(cut).toBe(`${'x'.repeat(498)}…`);
    expect(plainLine('😀'.repeat(300), 500)).toMatch(/^(😀)+…$/u);
  });

  it('looks at the beginning only of a field that holds megabytes', () => {
    expect(plainLine('<b>'.repeat(1_000_000), 500)).toBe('');
    expect(plainLine(`begin ${'<p'.repeat(1_000_000)}`, 500).length).toBeLessThanOrEqual(500);
  });
});
