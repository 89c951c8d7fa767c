/**
 * Default limits. Anybody may lower one for a call; only the operator may raise one, by flag or config file.
 * Sizes are bytes, times milliseconds, unless the name says otherwise.
 */
export const LIMITS = {
  connectMs: 5_000,
  exchangeMs: 30_000,
  exchangeCeilingMs: 120_000,
  robotsMs: 3_000,
  hops: 5,
  bodyBytes: 10 * 1024 * 1024,
  contentEncodings: 2,
  headerBytes: 16 * 1024,
  informationalReplies: 20,
  retries: 1,
  snippetChars: 500,
  outputTokens: 6_000,
  queriesPerDay: 100,
  queryChars: 400,
  results: 5,
  resultsCap: 10,
  resultsCeiling: 20,
  urlsPerFetch: 20,
  urlChars: 4_096,
  linksPerSite: 30,
  mcpHttpIdleMs: 60 * 60 * 1000,
  extractWorkerBytes: 256 * 1024,
} as const;
