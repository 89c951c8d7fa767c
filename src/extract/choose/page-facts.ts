import { type JsonObject, typesOf } from '../metadata/json-ld.js';
import type { Survey } from '../survey.js';
import { textOf } from '../walk.js';
import { trigram, wordHashes } from './words.js';

/** What the page says of itself outside its body, as far as it helps to choose. */
export interface PageFacts {
  url: string;
  titleWords: Set<number>;
  /** Trigrams of the description, and of the texts in structured data. */
  description: Set<number>;
  structured: Set<number>;
  types: Set<string>;
  ogType: string;
  hasDate: boolean;
  generator: string;
}

export function factsOf(survey: Survey, url: string | null): PageFacts {
  const { metas } = survey;
  const title = metas.get('og:title') ?? (survey.title ? textOf(survey.title, true) : '');
  const structured = new Set<number>();
  const types = new Set<string>();
  for (const object of survey.objects) {
    for (const type of typesOf(object)) types.add(type);
    for (const text of textsOf(object)) addTrigrams(structured, text.replace(/<[^>]+>/g, ' '));
  }
  const description = new Set<number>();
  addTrigrams(description, metas.get('description') ?? metas.get('og:description') ?? '');
  return {
    url: (url ?? '').toLowerCase(),
    titleWords: new Set(wordHashes(title)),
    description,
    structured,
    types,
    ogType: (metas.get('og:type') ?? '').toLowerCase(),
    hasDate: metas.has('article:published_time'),
    generator: metas.get('generator') ?? '',
  };
}

function textsOf(object: JsonObject): string[] {
  return ['articleBody', 'description', 'text', 'reviewBody']
    .map((key) => object[key])
    .filter((value) => typeof value === 'string');
}

function addTrigrams(set: Set<number>, text: string): void {
  const words = wordHashes(text);
  for (let at = 0; at + 2 < words.length; at++) set.add(trigram(words[at]!, words[at + 1]!, words[at + 2]!));
}
