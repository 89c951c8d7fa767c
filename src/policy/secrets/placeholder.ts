// Words that stand where a secret would stand.
const STAND_IN =
  /^(?:none|null|nil|undefined|true|false|yes|no|on|off|empty|unset|missing|required|optional|string|text|value|any|bool|int|number|object|bearer|basic|token|secret|password|passwd|pass|pwd|key|apikey|api[_-]?key|auth|user|username|admin|root|guest|default|postgres|mysql|redis|rabbitmq|test|testing|demo|dev|prod|foo|bar|baz|foobar|hello|qwerty|letmein|hunter2|changeit|change[_-]?me|todo|fixme|tbd|redacted|hidden|masked|removed|censored|abc|abc123|abcdef|password\d{0,4}|passw0rd|p@ssw0rd|secret\d{0,4}|s3cr3t|mysecretpassword|mypassword|123\d*)$/i;
const MARKED =
  /your|my[_-]?(?:secret|key|token|pass|api)|example|sample|placeholder|change[_-]?(?:me|it)|insert|replace|dummy|fake|redacted|[*•…]{3}|x{4,}|\.{3}|<[^>]*>|^\$\(?\w+\)?$|\$\{|\$\(|\{\{|%[A-Z_]+%|^[$%@:]|process\.env|os\.environ|os\.getenv|getenv|import\.meta|secrets?\.[A-Z_]|vault:|ssm:|ref\+|keyvault|here$/i;

/** Whether a value only stands where a secret would: `your-api-key`, `$TOKEN`, `xxxx`, `changeme`, `os.environ[..]`. */
export function isPlaceholder(value: string): boolean {
  const text = value.trim();
  if (text === '' || STAND_IN.test(text) || MARKED.test(text)) return true;
  if (new Set(text.toLowerCase()).size <= Math.max(2, text.length / 8)) return true;
  return /^(?:0123456789|1234567890?|abcdefghij|abcd1234|deadbeef|cafebabe)/i.test(text);
}
