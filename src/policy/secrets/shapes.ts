import { isPlaceholder } from './placeholder.js';
import { readsAsWords, shapeOf } from './randomness.js';

interface Rule {
  kind: string;
  /** With the `d` flag where a group is the secret: group 1, else the whole match. */
  pattern: RegExp;
  /** Cheap test that must hold before the pattern is tried. */
  hint: RegExp;
  accept?: (secret: string) => boolean;
  source: string;
}

const hasTwoClasses = (text: string): boolean => {
  const shape = shapeOf(text);
  return [shape.lower, shape.upper, shape.digits, shape.other].filter((count) => count > 0).length >= 2;
};
const real = (secret: string): boolean => secret.length >= 3 && !isPlaceholder(secret);
const mixed = (secret: string): boolean => real(secret) && hasTwoClasses(secret);

/** Secrets known by the form around them rather than by a prefix. */
const RULES: readonly Rule[] = [
  {
    kind: 'private-key',
    hint: /PRIVATE KEY/,
    // Forty characters of key at least: the header alone is a question about it.
    pattern:
      /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,200}?[A-Za-z0-9+/=]{40}[\s\S]{0,20000}?(?:-----END [A-Z0-9 ]{0,40}-----|$)/g,
    source: 'RFC 7468, RFC 4880, OpenSSH PROTOCOL.key',
  },
  {
    kind: 'putty-key',
    hint: /PuTTY-User-Key-File/,
    pattern: /PuTTY-User-Key-File-\d:[\s\S]{0,2000}?Private-Lines:\s*\d+\s+[A-Za-z0-9+/=]{20,}/g,
    source: 'PuTTY documentation, appendix C',
  },
  {
    kind: 'jwt',
    hint: /ey[JI]/,
    pattern: /\bey[JI][A-Za-z0-9_-]{8,}\.ey[JI][A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{10,}/g,
    source: 'RFC 7519',
  },
  {
    kind: 'jwe',
    hint: /ey[JI]/,
    pattern:
      /\bey[JI][A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{0,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g,
    source: 'RFC 7516',
  },
  {
    kind: 'db-url',
    hint: /:\/\//,
    pattern: /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:/@?#'"]{0,100}:([^\s/@'"]{3,200})@[^\s/@'"]/gi,
    accept: (secret) => real(secret) && !/^(?:pass(?:word)?|pwd|user|secret|port|\d{1,5})$/i.test(secret),
    source: 'RFC 3986, userinfo',
  },
  {
    kind: 'bearer',
    hint: /bearer|basic|authorization|token/i,
    pattern:
      /\b(?:bearer|authorization:\s*(?:bearer|token|apikey|key|basic|digest)?|basic)\s+([A-Za-z0-9._~+/=-]{16,})/gi,
    accept: (secret) => mixed(secret) && (shapeOf(secret).digits > 0 || shapeOf(secret).changes > 0.3),
    source: 'RFC 6750, RFC 7617',
  },
  {
    kind: 'slack-webhook',
    hint: /hooks\.slack/i,
    pattern: /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9+/]{20,}/gi,
    source: 'gitleaks rules (MIT)',
  },
  {
    kind: 'discord-webhook',
    hint: /\/api\/webhooks\//i,
    pattern: /discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d{15,}\/[\w-]{30,}/gi,
    source: 'Discord developer documentation',
  },
  {
    kind: 'teams-webhook',
    hint: /webhook\.office\.com|logic\.azure\.com/i,
    pattern: /(?:webhook\.office\.com\/webhookb2\/[\w@-]{36,}|logic\.azure\.com\S{0,300}[?&]sig=[\w%-]{20,})/gi,
    source: 'gitleaks rules (MIT)',
  },
  {
    kind: 'discord-token',
    hint: /[MNO][A-Za-z\d]{20}/,
    pattern: /\b[MNO][A-Za-z\d_-]{22,27}\.[\w-]{6}\.[\w-]{27,}/g,
    source: 'GitHub secret scanning partner patterns',
  },
  {
    kind: 'telegram-token',
    hint: /\d:A/,
    pattern: /\b\d{6,12}:A[A-Za-z0-9_-]{30,}/g,
    source: 'gitleaks rules (MIT)',
  },
  {
    kind: 'terraform-token',
    hint: /\.atlasv1\./,
    pattern: /\b[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,}/g,
    source: 'gitleaks rules (MIT)',
  },
  {
    kind: 'airtable',
    hint: /\bpat[A-Za-z0-9]{14}\./,
    pattern: /\bpat[A-Za-z0-9]{14}\.[a-f0-9]{50,}/g,
    source: 'Airtable developer documentation',
  },
  {
    kind: 'mailchimp',
    hint: /-us\d/,
    pattern: /\b[0-9a-f]{32}-us\d{1,2}\b/g,
    source: 'gitleaks rules (MIT)',
  },
  {
    kind: 'azure-ad-secret',
    hint: /\dQ~/,
    pattern: /(?<![\w~.])[\w.~]{3}\dQ~[\w.~-]{30,}/g,
    source: 'gitleaks rules (MIT)',
  },
  {
    kind: 'azure-storage',
    hint: /(?:Account|SharedAccess)Key(?:Name)?=/i,
    pattern: /(?:AccountKey|SharedAccessKey|SharedSecretValue)=([A-Za-z0-9+/]{30,}={0,2})/gi,
    source: 'Azure Storage documentation, connection strings',
  },
  {
    kind: 'signed-url',
    hint: /[?&;](?:sig|x-amz-signature|x-goog-signature|x-oss-signature)=/i,
    pattern: /[?&;](?:sig|x-amz-signature|x-goog-signature|x-oss-signature)=([\w%+/=-]{30,})/gi,
    source: 'AWS Signature Version 4; Azure shared access signatures',
  },
  {
    kind: 'onepassword',
    hint: /A3-/,
    pattern: /\bA3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}\b/g,
    source: 'gitleaks rules (MIT)',
  },
  {
    kind: 'maxmind',
    hint: /_mmk\b/,
    pattern: /\b[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk\b/g,
    source: 'gitleaks rules (MIT)',
  },
  {
    kind: 'vault',
    hint: /\bs\.[A-Za-z0-9]{24}\b/,
    pattern: /\bs\.(?=[A-Za-z]*\d)[A-Za-z0-9]{24}\b/g,
    source: 'gitleaks rules (MIT)',
  },
  {
    kind: 'facebook',
    hint: /\d{15}(?:\||%7C)/i,
    pattern: /\b\d{15,17}(?:\||%7C)[0-9a-z_-]{27,40}/gi,
    source: 'gitleaks rules (MIT)',
  },
  {
    kind: 'password-flag',
    hint: /mysql|mariadb|psql|mongo|redis-cli|sshpass|docker|curl|wget|ldap|smbclient|http\b|https\b/i,
    pattern:
      /\b(?:mysql\w*|mariadb\w*|mongo\w*|sshpass|docker login|ldap\w+|redis-cli)\b[^\n|]{0,80}?\s-(?:p|a|w)\s?(?:'([^'\n]{6,})'|"([^"\n]{6,})"|([^\s'"-][^\s'"]{5,}))/gi,
    accept: mixed,
    source: 'manual pages of the clients named',
  },
  {
    kind: 'password-flag',
    hint: /\s(?:-u|--user)\b/,
    pattern:
      /\b(?:curl|wget|http|https|xh)\b[^\n|]{0,200}?\s(?:-u|--user|-a|--auth)[= ]\s{0,3}['"]?[^\s:'"]{1,100}:['"]?([^\s'"]{4,})/gi,
    accept: mixed,
    source: 'curl(1)',
  },
  {
    kind: 'asana',
    hint: /\d\/\d{14,}:/,
    pattern: /\b[0-2]\/\d{14,17}(?:\/\d{14,17})?:[0-9a-f]{32}\b/g,
    source: 'Asana developer documentation',
  },
  {
    kind: 'app-password',
    hint: /password/i,
    pattern: /\bpassword\b\W{1,4}((?:[a-z]{4} ){3}[a-z]{4})(?![\w])/gi,
    accept: (secret) => !readsAsWords(secret),
    source: 'Google account help, app passwords',
  },
  {
    kind: 'netrc',
    hint: /\bpassword\s/i,
    pattern: /\bmachine\s+\S{1,200}\s+login\s+\S{1,200}\s+password\s+(\S{4,})/gi,
    accept: real,
    source: 'netrc(5)',
  },
];

/** Every secret in the text that its surroundings give away. */
export function* shapedSecrets(text: string): Generator<{ kind: string; start: number; end: number }> {
  for (const { kind, hint, pattern, accept } of RULES) {
    if (!hint.test(text)) continue;
    for (const match of text.matchAll(pattern)) {
      const secret = match.slice(1).find((group) => group !== undefined) ?? match[0];
      if (accept !== undefined && !accept(secret)) continue;
      const start = match.index + match[0].lastIndexOf(secret);
      yield { kind, start, end: start + secret.length };
    }
  }
}
