import type { Page, PageFormat, Removal } from '../core/index.js';
import { choose } from './choose/index.js';
import type { Model } from './choose/model.js';
import { markHidden } from './hidden/index.js';
import { readMetadata } from './metadata/index.js';
import { openNoscript } from './noscript.js';
import { parse } from './parse.js';
import { judge } from './quality/index.js';
import { render } from './render/index.js';
import { placeStreamed } from './streamed.js';
import { surveyOf } from './survey.js';

/** Name and version of the HTML reader. It changes when its output may. */
export const HTML_EXTRACTOR = 'html-md-1';

type HtmlPage = Pick<Page, 'title' | 'byline' | 'site' | 'lang' | 'published' | 'modified' | 'canonical'> &
  Pick<Page, 'quality' | 'outline' | 'text' | 'links' | 'notes'> & { removals: Removal[] };

export interface HtmlOptions {
  url: string | null;
  format: PageFormat;
  trace: boolean;
  /** Other weights than the shipped ones: for cross-validation. */
  model?: Model;
}

/** Reads one HTML page: parse, leave out what nobody sees, choose the content, render, judge. Pure. */
export function readHtml(html: string, options: HtmlOptions): HtmlPage {
  const root = parse(html);
  const survey = surveyOf(root);
  const baseUrl = baseOf(survey.base, options.url);
  const placed = placeStreamed(survey);
  const opened = openNoscript(survey);
  const hidden = markHidden(root);
  const metadata = readMetadata(survey, baseUrl);
  const choice = choose(survey, options);
  const rendered = render(survey.body, { format: options.format, baseUrl });
  return {
    ...metadata,
    quality: judge({ survey, title: metadata.title, said: choice.said, words: choice.words }),
    outline: rendered.outline,
    text: rendered.text,
    links: rendered.links,
    notes: [...[placed, opened].filter((note) => note !== null), ...hidden.notes, ...choice.notes],
    removals: [...hidden.removals, ...choice.removals],
  };
}

/** The page's `<base href>` where it names a web address, else the page's own. */
function baseOf(href: string | null, url: string | null): string | null {
  if (!href || !URL.canParse(href, url ?? undefined)) return url;
  const base = new URL(href, url ?? undefined);
  return base.protocol === 'http:' || base.protocol === 'https:' ? base.href : url;
}
