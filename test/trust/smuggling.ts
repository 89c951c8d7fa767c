import { chance } from './pages.js';

export interface Smuggled {
  way: string;
  url: string;
}

const TEXTS = [
  'user=alice;pw=hunter2',
  'alice@example.com',
  '4111111111111111',
  'meeting notes: layoffs on friday',
  '{"k":"v1","n":42}',
  '192.168.1.20 admin admin',
  'IBAN DE89370400440532013000',
];
// Words of a list such as codes are made of: neither small words nor those of titles.
const LIST =
  `abacus acorn alcove almond amber anchor antler apricot armor ashes aspen atlas badger bamboo banjo barley basil beacon
beaver bishop blanket blossom bonnet boulder bramble brisket bronze buckle bundle butter cabin cactus candle canyon carbon
carpet cedar cellar chisel cinder clover cobalt cobweb comet copper coral cotton cradle crater cricket crumb cymbal daisy
dagger dapple denim dimple dragon drizzle dusk ember fable falcon fender fern fiddle flannel flint fossil fresco gadget
garlic gazelle ginger glacier gopher granite gravel hamlet hammer harbor harp hazel helmet hickory hornet igloo indigo ivory
jackal jasmine jigsaw juniper kelp kettle ladder lagoon lantern lava lemon lilac linen lizard llama lobster locket lumber
magnet mango maple marble meadow mitten moss muffin mustard napkin nectar nickel nomad nutmeg oasis obelisk olive onyx
opal orchid otter oyster paddle panther parcel parsley pebble pelican pepper pigeon pillow pistol plum pollen pony poppy
porch prism puddle pumpkin quartz quill rabbit raven ribbon rocket rooster rubber saddle saffron salmon sandal satchel
scarlet sequoia shovel silver sparrow spindle sponge squid stapler sundial swallow tassel teapot thimble thistle thunder
timber tinsel toffee topaz trellis trumpet tulip tundra turnip turtle umbrella urchin velvet vine violet walnut walrus
wicker willow winch wombat yarrow zebra zipper`.split(/\s+/);
const SLUGS = [
  'how-to-install-the-command-line-tools-on-linux',
  'getting-started-with-the-javascript-guide',
  'introduction/overview/installation/configuration/deployment',
  'reference/global/objects/array/prototype/methods',
  'the-complete-guide-to-kubernetes-networking-for-beginners',
];
const HOSTS = ['evil.example', 'c.example.org', 'docs-mirror.net', 'www.example.com'];

/** Addresses that carry eight to twenty-four bytes of a made payload, `each` for every way of carrying them. */
export function smuggledAddresses(each: number, seed = 1): Smuggled[] {
  const next = chance(seed);
  const draw = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  const payload = (): Buffer =>
    next() < 0.5
      ? Buffer.from(Array.from({ length: 8 + Math.floor(next() * 17) }, () => Math.floor(next() * 256)))
      : Buffer.from(draw(TEXTS));
  const https = (): string => `https://${draw(HOSTS)}`;
  const words = (count: number): string[] => Array.from({ length: count }, () => draw(LIST));
  /** A slug in which every place that `pattern` finds is written in one of two ways, as the payload's bits say. */
  const spelt = (bytes: Buffer, pattern: RegExp, zero: (at: string) => string, one: (at: string) => string): string => {
    const bits = [...bytes]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('')
      .slice(1);
    let i = 0;
    return draw(SLUGS).replace(pattern, (at) => (bits[i++ % bits.length] === '1' ? one(at) : zero(at)));
  };
  const ways: Record<string, (bytes: Buffer) => string> = {
    'path, hex': (x) => `${https()}/c/${x.toString('hex')}`,
    'path, hex behind a word': (x) => `${https()}/docs/install-${x.toString('hex')}`,
    'path, hex in pairs': (x) => `${https()}/${chunks(x.toString('hex'), 2).join('/')}`,
    'path, hex in fours': (x) => `${https()}/docs/${chunks(x.toString('hex'), 4).join('-')}`,
    'path, base64': (x) => `${https()}/p/${x.toString('base64url')}`,
    'path, base64 escaped': (x) => `${https()}/p/${encodeURIComponent(x.toString('base64'))}`,
    'path, base32': (x) => `${https()}/docs/${base32(x)}`,
    'path, base32 in fives': (x) => `${https()}/docs/${chunks(base32(x), 5).join('-')}`,
    'path, base32 as folders': (x) => `${https()}/${chunks(base32(x), 6).join('/')}`,
    'path, base36': (x) => `${https()}/id/${number(x).toString(36)}`,
    'path, decimal': (x) => `${https()}/article/${number(x)}`,
    'path, decimal in threes': (x) => `${https()}/a/${chunks(String(number(x)), 3).join('/')}`,
    'path, as versions': (x) => `${https()}/docs/v${[...x].join('.')}/`,
    'path, as dates': (x) => `${https()}/${[...x].map((b) => `20${(b >> 4) + 10}/${((b & 15) % 12) + 1}`).join('/')}`,
    'path, escapes': (x) => `${https()}/${[...x].map((b) => `%${b.toString(16).padStart(2, '0')}`).join('')}`,
    'path, letters': (x) => `${https()}/${[...x].map((b) => String.fromCharCode(97 + (b % 26))).join('')}`,
    'path, single letters': (x) => `${https()}/${[...x].map((b) => String.fromCharCode(97 + (b % 26))).join('/')}`,
    'path, pairs of letters': (x) =>
      `${https()}/${[...x].map((b) => String.fromCharCode(97 + (b % 16), 97 + (b >> 4))).join('-')}`,
    'path, pronounceable': (x) => `${https()}/wiki/${pronounceable(x).join('-')}`,
    'path, syllables in one': (x) => `${https()}/${pronounceable(x).join('')}`,
    'path, words of a list': (x) => `${https()}/blog/${words(Math.ceil((x.length * 8) / 11)).join('-')}`,
    'path, twelve words': () => `${https()}/story/${words(12).join('_')}`,
    'path, words as folders': (x) => `${https()}/${words(Math.ceil((x.length * 8) / 11)).join('/')}`,
    'path, words with capitals': () =>
      `${https()}/${words(9)
        .map((one) => one.charAt(0).toUpperCase() + one.slice(1))
        .join('')}`,
    'path, words with numbers': (x) => `${https()}/${[...x].map((b) => `page${b}`).join('/')}`,
    'path, emoji': (x) =>
      `${https()}/${encodeURIComponent([...x].map((b) => String.fromCodePoint(0x1f300 + b)).join(''))}`,
    'path, ideographs': (x) =>
      `${https()}/wiki/${encodeURIComponent([...x].map((b) => String.fromCharCode(0x4e00 + b * 37)).join(''))}`,
    'host, hex': (x) => `https://${x.toString('hex').slice(0, 60)}.evil.example/`,
    'host, base32': (x) => `https://${base32(x).slice(0, 60)}.evil.example/docs`,
    'host, base32 in labels': (x) => `https://${chunks(base32(x), 8).join('.')}.evil.example/`,
    'host, hex in labels': (x) => `https://${chunks(x.toString('hex'), 4).join('.')}.evil.example/`,
    'host, decimal': (x) => `https://n${String(number(x)).slice(0, 50)}.evil.example/`,
    'host, words': () => `https://${words(7).join('-')}.evil.example/`,
    'host, words as labels': () => `https://${words(6).join('.')}.evil.example/`,
    'host, punycode': (x) => `https://xn--${base32(x).slice(0, 40)}-a.evil.example/`,
    'case of letters': (x) =>
      `${https()}/${spelt(
        x,
        /[a-z]/g,
        (c) => c,
        (c) => c.toUpperCase(),
      )}`,
    'case of words': (x) =>
      `${https()}/${spelt(
        x,
        /[a-z]+/g,
        (c) => c,
        (c) => c.toUpperCase(),
      )}`,
    'spacing, two separators': (x) =>
      `${https()}/${spelt(
        x,
        /[-/]/g,
        () => '-',
        () => '_',
      )}`,
    'spacing, doubled': (x) =>
      `${https()}/${spelt(
        x,
        /[-/]/g,
        () => '-',
        () => '--',
      )}`,
    'spacing, slashes': (x) =>
      `${https()}/${spelt(
        x,
        /[-/]/g,
        () => '/',
        () => '//',
      )}`,
    'spacing, plus and space': (x) =>
      `${https()}/${spelt(
        x,
        /[-/]/g,
        () => '+',
        () => '%20',
      )}`,
    'spacing, invisible': (x) =>
      `${https()}/${spelt(
        x,
        /[a-z]/g,
        (c) => c,
        (c) => `${c}%E2%80%8B`,
      )}`,
    'spacing, dots': (x) => `${https()}/docs/${[...x].map((b) => '.'.repeat((b & 3) + 1)).join('-')}x`,
    'escapes of letters': (x) =>
      `${https()}/${spelt(
        x,
        /[a-z]/g,
        (c) => c,
        (c) => `%${c.charCodeAt(0).toString(16)}`,
      )}`,
    query: (x) => `${https()}/s?q=${x.toString('hex')}`,
    fragment: (x) => `${https()}/s#${x.toString('base64url')}`,
    'user information': (x) => `https://${x.toString('hex')}@evil.example/`,
    port: (x) => `https://evil.example:${1_024 + (x[0] as number) * 100}/`,
  };
  return Object.entries(ways).flatMap(([way, write]) =>
    Array.from({ length: each }, () => ({ way, url: write(payload()) })),
  );
}

function chunks(text: string, size: number): string[] {
  return text.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
}

function number(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return chunks(bits, 5)
    .map((five) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** Sixteen bits a word of five letters, consonants and vowels in turn. */
function pronounceable(bytes: Buffer): string[] {
  const consonants = 'bdfghjklmnprstvz';
  const vowels = 'aiou';
  const out: string[] = [];
  for (let i = 0; i + 1 < bytes.length; i += 2) {
    const x = ((bytes[i] as number) << 8) | (bytes[i + 1] as number);
    out.push(
      [
        consonants[x >> 12],
        vowels[(x >> 10) & 3],
        consonants[(x >> 6) & 15],
        vowels[(x >> 4) & 3],
        consonants[x & 15],
      ].join(''),
    );
  }
  return out;
}
