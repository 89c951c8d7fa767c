import { decodeAs } from './labels.js';

/** What text of each script looks like, to judge bytes decoded in a legacy encoding of that script. */

export interface Script {
  /** Most frequent letters (or characters), all worth the same. */
  common: ReadonlySet<string>;
  /** Any other letter of the script. */
  letter: RegExp;
  /** Worth of a letter that is not among the most frequent. */
  rare: number;
  /** The characters that the encoding lists first because they are in daily use; others are worth little. */
  usual?: () => ReadonlySet<string>;
  /** Letters come in two cases: a capital after a small letter is a sign of the wrong table. */
  cased?: true;
  /** Signs that stand on the letter before them. */
  marks?: RegExp;
  /** Characters without which a longer text is not of this script. */
  required?: RegExp;
}

const set = (characters: string): ReadonlySet<string> => new Set(characters);

/** All characters whose two bytes have a first byte in a range: the first level of an East Asian set. */
function level(encoding: string, from: number, to: number, firstTrail: number): () => ReadonlySet<string> {
  let known: ReadonlySet<string> | undefined;
  return () => {
    if (known) return known;
    const bytes: number[] = [];
    for (let lead = from; lead <= to; lead++)
      for (let trail = firstTrail; trail < 0xff; trail++) if (trail !== 0x7f) bytes.push(lead, trail, 0x0a);
    known = new Set(decodeAs(Uint8Array.from(bytes), encoding).replace(/[\n\x00-\x7f\ufffd]/g, ''));
    return known;
  };
}

const CYRILLIC: Script = {
  common: set('оеаинтсрвлкмдпуяыьізОЕАИНТСРВЛКМДПУ'),
  letter: /[\u0400-\u045f\u0490\u0491]/,
  rare: 0.55,
  cased: true,
};
const GREEK: Script = {
  common: set('αοιετσνηυρπκμλςωάίόέήύΑΟΙΕΤΣΝΗΡΠΚΜ'),
  letter: /[\u0386-\u03ce]/,
  rare: 0.55,
  cased: true,
};
const HEBREW: Script = {
  common: set('יוהלאתרבמשנעדק'),
  letter: /[\u05d0-\u05ea]/,
  rare: 0.6,
  marks: /[\u05b0-\u05c2]/,
};
const ARABIC: Script = {
  common: set('اليمنترودبعسفهكةأ'),
  letter: /[\u0621-\u063a\u0641-\u064a\u067e\u0686\u0698\u06a9\u06af\u06cc]/,
  rare: 0.6,
  marks: /[\u064b-\u0652]/,
};
const THAI: Script = {
  common: set('านรอกเงมยลวดทสตะปบคหแจพ'),
  letter: /[\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46]/,
  rare: 0.55,
  marks: /[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/,
};
const JAPANESE: Script = {
  common: set(
    'のにはをたがでてとしれさるいあなきもらりこくまよっかけせうそえみめだ日本人一大会年中出者、。「」ー・ンスルトリアイラクシレジタドマッグプサコテメニオビカデユフムロ',
  ),
  letter: /[\u3041-\u30fe\u4e00-\u9fff\uff01-\uff5e]/,
  rare: 0.5,
  required: /[\u3041-\u3093\u30a1-\u30f6]/,
};
/** About the 260 characters that make up more than half of running Chinese text, in both forms. */
const SIMPLIFIED: Script = {
  common: set(
    '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运，。、；：！？（）《》',
  ),
  letter: /[\u4e00-\u9fa5]/,
  rare: 0.1,
  usual: level('gb18030', 0xb0, 0xd7, 0xa1),
};
const TRADITIONAL: Script = {
  common: set(
    '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運，。、；：！？（）《》「」',
  ),
  letter: /[\u4e00-\u9fa5]/,
  rare: 0.1,
  usual: level('big5', 0xa4, 0xc6, 0x40),
};
const KOREAN: Script = {
  common: set(
    '이다는을의에가고하지로은한도를리사기스인아자대어시나서들그라수일해만부전정있과으게상원제트여보장구적소비주성동모조',
  ),
  letter: /[\uac00-\ud7a3]/,
  rare: 0.8,
};

/** Candidates, the likelier first. `handicap`: what a table that few pages ever used must be better by. */
export const SCRIPTS: readonly { encoding: string; script: Script; handicap?: number }[] = [
  { encoding: 'windows-1251', script: CYRILLIC },
  { encoding: 'koi8-r', script: CYRILLIC },
  { encoding: 'koi8-u', script: CYRILLIC, handicap: 0.01 },
  { encoding: 'ibm866', script: CYRILLIC, handicap: 0.03 },
  { encoding: 'iso-8859-5', script: CYRILLIC, handicap: 0.03 },
  { encoding: 'x-mac-cyrillic', script: CYRILLIC, handicap: 0.06 },
  { encoding: 'shift_jis', script: JAPANESE },
  { encoding: 'euc-jp', script: JAPANESE },
  { encoding: 'gb18030', script: SIMPLIFIED },
  { encoding: 'big5', script: TRADITIONAL },
  { encoding: 'euc-kr', script: KOREAN },
  { encoding: 'windows-1253', script: GREEK },
  { encoding: 'iso-8859-7', script: GREEK, handicap: 0.01 },
  { encoding: 'windows-1255', script: HEBREW },
  { encoding: 'windows-1256', script: ARABIC },
  { encoding: 'iso-8859-6', script: ARABIC, handicap: 0.03 },
  { encoding: 'windows-874', script: THAI },
];

/** Dashes, quotes, spaces and signs that stand in text of any script: they tell nothing. */
const NEUTRAL =
  /[\u00a0\u00a7\u00a9\u00ab\u00ae\u00b0\u00b1\u00b7\u00bb\u2010-\u2026\u2030\u2039\u203a\u20ac\u2116\u2122\u3000]/;
const LATIN = /[a-zA-Z]/;

const USUAL = 0.65;
const WRONG = -1;
const BROKEN = -3;

/** How much decoded text looks like its script: 1 at best, below 0 where most of it cannot be. */
export function scoreText(text: string, script: Script): number {
  let score = 0;
  let counted = 0;
  let previous = '';
  for (const char of text) {
    if (char.charCodeAt(0) >= 128 && !NEUTRAL.test(char)) {
      counted++;
      score += worth(char, previous, script);
    } else if (LATIN.test(char) && script.letter.test(previous)) {
      // Letters of two scripts in one word: an accented letter of a western language, read in the wrong table. In
      // East Asian text a Latin word may follow without a space.
      score += (script.cased || script.marks ? 2 : 0.4) * WRONG;
    }
    previous = char;
  }
  if (counted === 0) return 0;
  if (script.required && counted >= 12 && !script.required.test(text)) return 0;
  return score / counted;
}

function worth(char: string, previous: string, script: Script): number {
  if (char === '\ufffd') return BROKEN;
  if (script.marks?.test(char)) return script.letter.test(previous) || script.marks.test(previous) ? 0.8 : WRONG;
  if (!script.letter.test(char) && !script.common.has(char)) return WRONG;
  if ((script.cased || script.marks) && LATIN.test(previous)) return 2 * WRONG;
  if (script.cased && isUpper(char) && script.letter.test(previous) && !isUpper(previous)) return WRONG;
  const value = script.common.has(char) ? 1 : script.usual?.().has(char) ? USUAL : script.rare;
  return script.cased && isUpper(char) ? value * 0.95 : value;
}

function isUpper(char: string): boolean {
  return char !== char.toLowerCase();
}
