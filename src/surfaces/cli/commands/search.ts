import { call } from '../../../app/index.js';
import { type Invocation, text, texts } from '../command.js';
import { typedContext } from '../context.js';
import { wholeNumber } from '../numbers.js';
import { printResult } from '../print.js';

const runner =
  (tool: 'web_search' | 'web_news') =>
  async (invocation: Invocation): Promise<number> => {
    const { io, values, positionals, json } = invocation;
    const args = {
      query: positionals.join(' '),
      count: wholeNumber(values, 'count'),
      site: text(values, 'site'),
      domains: texts(values, 'domain'),
      exclude_domains: texts(values, 'exclude-domain'),
      recency_days: wholeNumber(values, 'recency-days'),
      page: wholeNumber(values, 'page'),
    };
    return printResult(io, await call(await invocation.app(), tool, args, typedContext(invocation)), json);
  };

export const search = runner('web_search');
export const news = runner('web_news');
