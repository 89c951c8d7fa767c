import type { Option } from '../command.js';

/** Apart from the commands themselves, so that help and completion load none of them. */
export const SEARCH_OPTIONS = {
  count: { type: 'string', value: 'N', help: 'results wanted (default 5)' },
  site: { type: 'string', value: 'HOST', help: 'only this site' },
  domain: { type: 'string', multiple: true, value: 'HOST', help: 'only these domains' },
  'exclude-domain': { type: 'string', multiple: true, value: 'HOST', help: 'not these domains' },
  'recency-days': { type: 'string', value: 'N', help: 'only the last N days' },
  page: { type: 'string', value: 'N', help: 'page of results, from 1' },
  provider: { type: 'string', value: 'NAME', help: 'ask this provider and no other' },
} as const satisfies Readonly<Record<string, Option>>;

export const FETCH_OPTIONS = {
  format: { type: 'string', value: 'FORMAT', help: 'markdown (default), text or html' },
  focus: { type: 'string', value: 'QUESTION', help: 'only the passages that answer it' },
  section: { type: 'string', value: 'HEADING', help: 'only this section of the outline' },
  cursor: { type: 'string', value: 'CURSOR', help: 'go on where an earlier answer was cut' },
  'max-tokens': { type: 'string', value: 'N', help: 'longest text wanted (default 6000)' },
  timeout: { type: 'string', value: 'SECONDS', help: 'deadline over everything (default 30)' },
  'max-bytes': { type: 'string', value: 'N', help: 'most bytes to read (default 10485760)' },
  batch: { type: 'string', value: 'FILE', help: 'one address a line; prints one JSON object a line' },
  resume: { type: 'boolean', help: 'with --batch: answer what was read before from evidence' },
} as const satisfies Readonly<Record<string, Option>>;

export const CLIENT_IDS = ['claude-code', 'claude-desktop', 'cursor', 'vscode', 'codex', 'gemini', 'zed'] as const;
