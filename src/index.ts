export type { Environment } from './app/config.js';
export type { Answer as ApprovalAnswer, Asker, Progress, Question } from './app/context.js';
export {
  HOSTED_WORDS,
  type HostedDoor,
  type HostedEntry,
  type HostedOptions,
  type HostedSearch,
  hostedTool,
  readHosted,
} from './app/hosted/index.js';
export {
  type Answer,
  type CallOptions,
  createSallyport,
  type Sallyport,
  type SallyportOptions,
  type ToolEntry,
} from './app/sallyport.js';
export type { FetchData } from './app/tools/fetch-answer.js';
export type { SearchData } from './app/tools/search.js';
export {
  type ErrorCode,
  EXIT_CODES,
  type Failure,
  type Heading,
  type Page,
  type Quality,
  SallyportError,
  type SearchHit,
} from './core/index.js';
export { extract, extractDocument } from './extract/index.js';
export { type AddressVerdict, checkAddress, checkUrl, type UrlVerdict } from './jail/index.js';
export { type SecretFinding, scanForSecrets } from './policy/index.js';
