import { expect, it } from 'vitest';
import { quoteBangs } from './quote-bangs.js';

it.each([
  ['!g test', "'!g' test"],
  ['!!g test', "'!!g' test"],
  ['!!', "'!!'"],
  ['css !important rule', "css '!important' rule"],
  ['css :has selector', "css ':has' selector"],
  ['?images cats', "'?images' cats"],
  ['<3 sqlite', "'<3' sqlite"],
  ['\\first hit', "'\\first' hit"],
  ["'!g' test", "'!g' test"],
  // Near misses
  ['hello! world', 'hello! world'],
  ['a!=b', 'a!=b'],
  ['C++ std::move', 'C++ std::move'],
  ['why ?', 'why ?'],
  ['a < b', 'a < b'],
])('quotes what an instance would obey in %j', (query, quoted) => {
  expect(quoteBangs(query)).toBe(quoted);
});
