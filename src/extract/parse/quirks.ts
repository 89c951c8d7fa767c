/** Public identifiers of the doctypes that put a document in quirks mode, by their beginnings (HTML 13.2.6.4.1). */
const QUIRKS = new RegExp(
  '^(?:' +
    [
      '\\+//silmaril//dtd html pro v0r11 19970101//',
      '-//as//dtd html 3\\.0 aswedit \\+ extensions//',
      '-//advasoft ltd//dtd html 3\\.0 aswedit \\+ extensions//',
      '-//ietf//dtd html(?: [0-3]\\.\\d| 2\\.1e| 3\\.2 final| level \\d| strict(?: level \\d)?)?//',
      '-//metrius//dtd metrius presentational//',
      '-//microsoft//dtd internet explorer [23]\\.0 (?:html(?: strict)?|tables)//',
      '-//netscape comm\\. corp\\.//dtd (?:strict )?html//',
      "-//o'reilly and associates//dtd html (?:2\\.0|extended (?:relaxed )?1\\.0)//",
      '-//sq//dtd html 2\\.0 hotmetal \\+ extensions//',
      '-//softquad(?: software)?//dtd hotmetal pro 6\\.0::19990601::extensions to html 4\\.0//',
      '-//softquad//dtd hotmetal pro 4\\.0::19971010::extensions to html 4\\.0//',
      '-//spyglass//dtd html 2\\.0 extended//',
      '-//sun microsystems corp\\.//dtd hotjava (?:strict )?html//',
      '-//w3c//dtd html (?:3 1995-03-24|3\\.2(?: draft| final|s draft)?|4\\.0 (?:frameset|transitional)|experimental (?:19960712|970421))//',
      '-//w3c//dtd w3 html//',
      '-//w3o//dtd w3 html 3\\.0//',
      '-//webtechs//dtd mozilla html(?: 2\\.0)?//',
      '-//w3o//dtd w3 html strict 3\\.0//en//$',
      '-/w3c/dtd html 4\\.0 transitional/en$',
      'html$',
    ].join('|') +
    ')',
  'i',
);
const NEEDS_SYSTEM = /^-\/\/w3c\/\/dtd html 4\.01 (?:frameset|transitional)\/\//i;
const QUIRKS_SYSTEM = 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd';

/** Whether a doctype, from after its keyword to its end, means quirks mode, in which a table does not close a paragraph. */
export function isQuirks(doctype: string): boolean {
  const whole =
    /^\s*([^\s>]+)\s*(?:(public|system)\s*(?:"([^">]*)"?|'([^'>]*)'?)?\s*(?:"([^">]*)"?|'([^'>]*)'?)?)?/i.exec(doctype);
  if (whole === null || !doctype.endsWith('>')) return true;
  const [, name, keyword, first, alsoFirst, second, alsoSecond] = whole;
  if (name?.toLowerCase() !== 'html') return true;
  const isPublic = keyword?.toLowerCase() === 'public';
  const publicId = isPublic ? (first ?? alsoFirst) : undefined;
  const systemId = isPublic ? (second ?? alsoSecond) : (first ?? alsoFirst);
  if (keyword !== undefined && publicId === undefined && systemId === undefined) return true;
  if (systemId?.toLowerCase() === QUIRKS_SYSTEM) return true;
  if (publicId === undefined) return false;
  return QUIRKS.test(publicId) || (NEEDS_SYSTEM.test(publicId) && systemId === undefined);
}
