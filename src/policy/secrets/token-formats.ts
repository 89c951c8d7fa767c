/** What the characters of a token are. */
const ALPHABETS = {
  /** Letters and digits. */
  a: '[A-Za-z0-9]',
  /** Lower-case letters and digits. */
  l: '[a-z0-9]',
  /** Hexadecimal. */
  h: '[0-9a-fA-F]',
  /** URL-safe base64. */
  w: '[A-Za-z0-9_-]',
  /** Base64 and what some issuers join with. */
  b: '[A-Za-z0-9+/=_.-]',
  /** Upper-case letters and digits. */
  u: '[A-Z0-9]',
} as const;

/** kind, how it begins, alphabet, fewest characters that follow, where the format is stated. */
type Row = readonly [kind: string, prefix: string, alphabet: keyof typeof ALPHABETS, fewest: number, source: string];

const GITLEAKS = 'gitleaks rules (MIT), config/gitleaks.toml';
const TRUFFLEHOG = 'secret scanning partner patterns, docs.github.com';

/**
 * Tokens that say by their beginning what they are. `fewest` is the issuer's length or somewhat less: a token that was
 * cut at its end is a secret still, a bare prefix in a question is none.
 */
const ROWS: readonly Row[] = [
  ['aws-access-key', 'AKIA', 'u', 16, GITLEAKS],
  ['aws-access-key', 'ASIA', 'u', 16, GITLEAKS],
  ['aws-access-key', 'ABIA', 'u', 16, GITLEAKS],
  ['aws-access-key', 'ACCA', 'u', 16, GITLEAKS],
  ['aws-bedrock', 'ABSK', 'b', 60, TRUFFLEHOG],
  ['alibaba', 'LTAI', 'a', 12, GITLEAKS],
  ['tencent', 'AKID', 'a', 28, TRUFFLEHOG],
  ['google-api-key', 'AIza', 'w', 30, GITLEAKS],
  ['google-oauth-token', 'ya29.', 'w', 30, 'Google OAuth 2.0 documentation'],
  ['google-oauth-secret', 'GOCSPX-', 'w', 20, TRUFFLEHOG],
  ['google-refresh-token', '1//0', 'w', 40, 'Google OAuth 2.0 documentation'],
  ['github-pat', 'ghp_', 'a', 16, GITLEAKS],
  ['github-oauth', 'gho_', 'a', 16, GITLEAKS],
  ['github-app', 'ghs_', 'a', 16, GITLEAKS],
  ['github-app', 'ghu_', 'a', 16, GITLEAKS],
  ['github-refresh', 'ghr_', 'a', 16, GITLEAKS],
  ['github-fine-grained', 'github_pat_', 'w', 20, GITLEAKS],
  ['gitlab-pat', 'glpat-', 'w', 16, GITLEAKS],
  ['gitlab-deploy', 'gldt-', 'w', 16, GITLEAKS],
  ['gitlab-runner', 'glrt-', 'w', 16, GITLEAKS],
  ['gitlab-runner', 'GR1348941', 'w', 16, GITLEAKS],
  ['gitlab-trigger', 'glptt-', 'h', 30, GITLEAKS],
  ['gitlab-job', 'glcbt-', 'w', 18, GITLEAKS],
  ['gitlab-feed', 'glft-', 'w', 16, GITLEAKS],
  ['gitlab-mail', 'glimt-', 'w', 16, GITLEAKS],
  ['gitlab-agent', 'glagent-', 'w', 30, GITLEAKS],
  ['gitlab-oauth', 'gloas-', 'w', 30, GITLEAKS],
  ['gitlab-scim', 'glsoat-', 'w', 16, GITLEAKS],
  ['gitlab-flag', 'glffct-', 'w', 16, GITLEAKS],
  ['bitbucket', 'ATBB', 'a', 24, TRUFFLEHOG],
  ['atlassian', 'ATATT3', 'b', 60, GITLEAKS],
  ['atlassian', 'ATCTT3', 'b', 60, TRUFFLEHOG],
  ['openai', 'sk-proj-', 'w', 20, GITLEAKS],
  ['openai', 'sk-svcacct-', 'w', 20, GITLEAKS],
  ['openai', 'sk-admin-', 'w', 20, GITLEAKS],
  ['openai', 'sk-None-', 'w', 20, GITLEAKS],
  ['anthropic', 'sk-ant-', 'w', 20, GITLEAKS],
  ['openrouter', 'sk-or-', 'w', 20, 'openrouter.ai documentation'],
  ['langfuse', 'sk-lf-', 'w', 20, 'langfuse.com documentation'],
  ['stability-or-deepseek', 'sk-', 'a', 30, 'platform.openai.com, api-docs.deepseek.com'],
  ['langsmith', 'lsv2_', 'w', 30, 'docs.smith.langchain.com'],
  ['xai', 'xai-', 'a', 40, 'docs.x.ai'],
  ['groq', 'gsk_', 'a', 30, 'console.groq.com'],
  ['perplexity', 'pplx-', 'a', 30, GITLEAKS],
  ['replicate', 'r8_', 'a', 30, TRUFFLEHOG],
  ['huggingface', 'hf_', 'a', 28, GITLEAKS],
  ['huggingface', 'api_org_', 'a', 28, GITLEAKS],
  ['fireworks', 'fw_', 'a', 22, 'docs.fireworks.ai'],
  ['together', 'tgp_v1_', 'w', 30, 'docs.together.ai'],
  ['cerebras', 'csk-', 'a', 30, 'inference-docs.cerebras.ai'],
  ['nvidia', 'nvapi-', 'w', 40, TRUFFLEHOG],
  ['voyage', 'pa-', 'w', 40, 'docs.voyageai.com'],
  ['pinecone', 'pcsk_', 'w', 40, TRUFFLEHOG],
  ['elevenlabs', 'sk_', 'h', 40, TRUFFLEHOG],
  ['wandb', 'wandb_v1_', 'w', 30, 'docs.wandb.ai'],
  ['tavily', 'tvly-', 'w', 20, 'docs.tavily.com'],
  ['brave', 'BSA', 'w', 24, 'api.search.brave.com'],
  ['jina', 'jina_', 'w', 40, 'jina.ai'],
  ['firecrawl', 'fc-', 'h', 28, 'docs.firecrawl.dev'],
  ['linkup', 'lkp_', 'a', 20, 'docs.linkup.so'],
  ['apify', 'apify_api_', 'a', 30, 'docs.apify.com'],
  ['browserbase', 'bb_live_', 'w', 20, 'docs.browserbase.com'],
  ['e2b', 'e2b_', 'h', 36, 'e2b.dev documentation'],
  ['mem0', 'm0-', 'a', 36, 'docs.mem0.ai'],
  ['slack-token', 'xoxb-', 'w', 20, GITLEAKS],
  ['slack-token', 'xoxp-', 'w', 20, GITLEAKS],
  ['slack-token', 'xoxa-', 'w', 16, GITLEAKS],
  ['slack-token', 'xoxr-', 'w', 16, GITLEAKS],
  ['slack-token', 'xoxs-', 'w', 16, GITLEAKS],
  ['slack-token', 'xoxo-', 'w', 16, GITLEAKS],
  ['slack-token', 'xoxc-', 'w', 20, TRUFFLEHOG],
  ['slack-token', 'xoxd-', 'b', 20, TRUFFLEHOG],
  ['slack-token', 'xoxe-', 'w', 20, GITLEAKS],
  ['slack-token', 'xoxe.xox', 'w', 20, GITLEAKS],
  ['slack-app', 'xapp-', 'w', 20, GITLEAKS],
  ['stripe', 'sk_live_', 'a', 10, GITLEAKS],
  ['stripe', 'sk_test_', 'a', 10, GITLEAKS],
  ['stripe', 'rk_live_', 'a', 10, GITLEAKS],
  ['stripe', 'rk_test_', 'a', 10, GITLEAKS],
  ['stripe-webhook', 'whsec_', 'b', 24, TRUFFLEHOG],
  ['square', 'sq0atp-', 'w', 20, GITLEAKS],
  ['square', 'sq0csp-', 'w', 30, TRUFFLEHOG],
  ['square', 'EAAA', 'w', 50, GITLEAKS],
  ['facebook', 'EAAC', 'a', 80, GITLEAKS],
  ['facebook', 'EAAM', 'a', 80, GITLEAKS],
  ['instagram', 'IGQV', 'w', 80, TRUFFLEHOG],
  ['shopify', 'shpat_', 'h', 28, GITLEAKS],
  ['shopify', 'shpca_', 'h', 28, GITLEAKS],
  ['shopify', 'shppa_', 'h', 28, GITLEAKS],
  ['shopify', 'shpss_', 'h', 28, GITLEAKS],
  ['twilio', 'SK', 'h', 32, GITLEAKS],
  ['sendgrid', 'SG.', 'b', 50, GITLEAKS],
  ['mailgun', 'key-', 'h', 32, GITLEAKS],
  ['sendinblue', 'xkeysib-', 'w', 60, GITLEAKS],
  ['sendinblue', 'xsmtpsib-', 'w', 60, TRUFFLEHOG],
  ['resend', 're_', 'w', 28, 'resend.com documentation'],
  ['postmark-or-loops', 'PMAT-', 'u', 20, TRUFFLEHOG],
  ['npm', 'npm_', 'a', 30, GITLEAKS],
  ['pypi', 'pypi-AgE', 'w', 30, GITLEAKS],
  ['rubygems', 'rubygems_', 'h', 40, GITLEAKS],
  ['crates', 'cio', 'a', 32, TRUFFLEHOG],
  ['nuget', 'oy2', 'l', 43, TRUFFLEHOG],
  ['clojars', 'CLOJARS_', 'l', 50, GITLEAKS],
  ['docker', 'dckr_pat_', 'w', 20, TRUFFLEHOG],
  ['docker', 'dckr_oat_', 'w', 20, TRUFFLEHOG],
  ['jfrog', 'AKCp', 'a', 60, GITLEAKS],
  ['jfrog', 'cmVmd', 'a', 50, GITLEAKS],
  ['sonar', 'sqp_', 'h', 36, TRUFFLEHOG],
  ['sonar', 'squ_', 'h', 36, TRUFFLEHOG],
  ['sonar', 'sqa_', 'h', 36, TRUFFLEHOG],
  ['sourcegraph', 'sgp_', 'w', 36, GITLEAKS],
  ['databricks', 'dapi', 'h', 30, GITLEAKS],
  ['databricks', 'dose', 'h', 32, TRUFFLEHOG],
  ['digitalocean', 'dop_v1_', 'h', 50, GITLEAKS],
  ['digitalocean', 'doo_v1_', 'h', 50, GITLEAKS],
  ['digitalocean', 'dor_v1_', 'h', 50, GITLEAKS],
  ['heroku', 'HRKU-', 'w', 30, GITLEAKS],
  ['flyio', 'fo1_', 'w', 40, GITLEAKS],
  ['flyio', 'fm1a_', 'b', 60, GITLEAKS],
  ['flyio', 'fm1r_', 'b', 60, GITLEAKS],
  ['flyio', 'fm2_', 'b', 60, GITLEAKS],
  ['netlify', 'nfp_', 'a', 30, TRUFFLEHOG],
  ['vercel', 'vcp_', 'a', 22, TRUFFLEHOG],
  ['render', 'rnd_', 'a', 24, 'render.com documentation'],
  ['neon', 'napi_', 'a', 40, 'neon.tech documentation'],
  ['supabase', 'sbp_', 'h', 36, TRUFFLEHOG],
  ['supabase', 'sb_secret_', 'w', 20, TRUFFLEHOG],
  ['planetscale', 'pscale_tkn_', 'b', 30, GITLEAKS],
  ['planetscale', 'pscale_oauth_', 'b', 30, GITLEAKS],
  ['planetscale', 'pscale_pw_', 'b', 30, GITLEAKS],
  ['scaleway', 'SCW', 'u', 17, TRUFFLEHOG],
  ['doppler', 'dp.pt.', 'a', 30, GITLEAKS],
  ['doppler', 'dp.ct.', 'a', 30, TRUFFLEHOG],
  ['doppler', 'dp.st.', 'b', 30, TRUFFLEHOG],
  ['doppler', 'dp.sa.', 'a', 30, TRUFFLEHOG],
  ['onepassword', 'ops_eyJ', 'b', 60, GITLEAKS],
  ['vault', 'hvs.', 'w', 20, GITLEAKS],
  ['vault', 'hvb.', 'w', 60, GITLEAKS],
  ['vault', 'hvr.', 'w', 20, 'HashiCorp Vault documentation'],
  ['infisical', 'st.', 'b', 60, 'infisical.com documentation'],
  ['pulumi', 'pul-', 'h', 36, GITLEAKS],
  ['tailscale', 'tskey-', 'w', 20, TRUFFLEHOG],
  ['openshift', 'sha256~', 'w', 40, GITLEAKS],
  ['buildkite', 'bkua_', 'h', 36, TRUFFLEHOG],
  ['circleci', 'CCIPAT_', 'w', 30, TRUFFLEHOG],
  ['circleci', 'CCIPRJ_', 'w', 30, TRUFFLEHOG],
  ['grafana', 'glsa_', 'w', 32, GITLEAKS],
  ['grafana', 'glc_', 'b', 32, GITLEAKS],
  ['sentry', 'sntrys_', 'b', 40, GITLEAKS],
  ['sentry', 'sntryu_', 'h', 50, GITLEAKS],
  ['newrelic', 'NRAK-', 'u', 24, GITLEAKS],
  ['newrelic', 'NRII-', 'w', 28, GITLEAKS],
  ['newrelic', 'NRJS-', 'h', 19, GITLEAKS],
  ['dynatrace', 'dt0c01.', 'b', 60, GITLEAKS],
  ['dynatrace', 'dt0s16.', 'b', 60, TRUFFLEHOG],
  ['linear', 'lin_api_', 'a', 30, GITLEAKS],
  ['linear', 'lin_oauth_', 'h', 40, TRUFFLEHOG],
  ['notion', 'ntn_', 'a', 30, GITLEAKS],
  ['notion', 'secret_', 'a', 40, TRUFFLEHOG],
  ['postman', 'PMAK-', 'w', 40, GITLEAKS],
  ['figma', 'figd_', 'w', 30, TRUFFLEHOG],
  ['typeform', 'tfp_', 'b', 40, GITLEAKS],
  ['contentful', 'CFPAT-', 'w', 40, TRUFFLEHOG],
  ['readme', 'rdme_', 'l', 60, GITLEAKS],
  ['asana', '1/', 'a', 200, 'Asana documentation'],
  ['prefect', 'pnu_', 'a', 30, GITLEAKS],
  ['shippo', 'shippo_live_', 'h', 30, GITLEAKS],
  ['shippo', 'shippo_test_', 'h', 30, GITLEAKS],
  ['easypost', 'EZAK', 'a', 50, GITLEAKS],
  ['easypost', 'EZTK', 'a', 50, GITLEAKS],
  ['duffel', 'duffel_live_', 'w', 40, GITLEAKS],
  ['duffel', 'duffel_test_', 'w', 40, GITLEAKS],
  ['frameio', 'fio-u-', 'w', 50, GITLEAKS],
  ['flutterwave', 'FLWSECK', 'w', 24, GITLEAKS],
  ['infracost', 'ico-', 'a', 32, GITLEAKS],
  ['adobe', 'p8e-', 'l', 32, GITLEAKS],
  ['adafruit', 'aio_', 'a', 26, TRUFFLEHOG],
  ['settlemint', 'sm_pat_', 'a', 16, GITLEAKS],
  ['settlemint', 'sm_aat_', 'a', 16, GITLEAKS],
  ['settlemint', 'sm_sat_', 'a', 16, GITLEAKS],
  ['clickhouse', '4b1d', 'a', 38, GITLEAKS],
  ['yandex', 'AQVN', 'w', 34, GITLEAKS],
  ['hubspot', 'pat-na1-', 'w', 30, TRUFFLEHOG],
  ['hubspot', 'pat-eu1-', 'w', 30, TRUFFLEHOG],
  ['launchdarkly', 'sdk-', 'w', 36, TRUFFLEHOG],
  ['plaid', 'access-production-', 'w', 32, GITLEAKS],
  ['plaid', 'access-sandbox-', 'w', 32, GITLEAKS],
  ['paypal', 'access_token$production$', 'a', 16, TRUFFLEHOG],
  ['age-key', 'AGE-SECRET-KEY-1', 'u', 40, GITLEAKS],
  ['nostr', 'nsec1', 'l', 50, 'NIP-19'],
  ['bitcoin-xprv', 'xprv', 'a', 90, 'BIP 32'],
];

export interface TokenFormat {
  kind: string;
  prefix: string;
  fewest: number;
  /** Reads the rest of the token from where it is set. */
  rest: RegExp;
}

const FORMATS: ReadonlyMap<string, TokenFormat> = new Map(
  ROWS.map(([kind, prefix, alphabet, fewest]) => [
    prefix,
    { kind, prefix, fewest, rest: new RegExp(`${ALPHABETS[alphabet]}+`, 'y') },
  ]),
);

// In reverse order a prefix stands behind those that go on from it: `sk-proj-` is not read as `sk-`.
const alternatives = [...FORMATS.keys()]
  .sort()
  .reverse()
  .map((prefix) => prefix.replace(/[$.*+?()[\]{}|\\/]/g, '\\$&'))
  .join('|');
const PREFIX = new RegExp(`(?<![A-Za-z0-9])(?:${alternatives})`, 'g');

/** Every token in the text whose beginning says what it is, long enough to be one. */
export function* formattedTokens(text: string): Generator<{ kind: string; start: number; end: number }> {
  const prefix = new RegExp(PREFIX);
  for (let match = prefix.exec(text); match !== null; match = prefix.exec(text)) {
    const format = FORMATS.get(match[0]) as TokenFormat;
    format.rest.lastIndex = prefix.lastIndex;
    const rest = format.rest.exec(text)?.[0] ?? '';
    if (rest.length < format.fewest || !isVaried(rest)) continue;
    const end = prefix.lastIndex + rest.length;
    yield { kind: format.kind, start: match.index, end };
    prefix.lastIndex = end;
  }
}

/** Random characters do not repeat like `xxxxxxxx`, count like `12345678`, or read as words. */
function isVaried(rest: string): boolean {
  return (
    new Set(rest.slice(0, 40)).size >= Math.min(8, rest.length / 3) &&
    !/x{6}|X{6}|EXAMPLE|example|your|0123456|123456789/.test(rest)
  );
}
