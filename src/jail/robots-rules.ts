/**
 * Reads robots.txt (RFC 9309) for one product token. Own code, because the file is a stranger's: the parser in common
 * use spends 15 s on 500 KiB of wildcards, and memory for every named agent times every rule. Here agents that do not
 * concern us cost nothing, and a pattern is matched by plain searches from left to right.
 */
export interface RobotsRules {
  allows(url: string): boolean;
}

interface Rule {
  allow: boolean;
  /** Literal parts between `*`; the first stands at the start of the path. */
  parts: string[];
  /** `$`: the last part stands at its end. */
  anchored: boolean;
  /** RFC 9309, 2.2.2: the rule with the most octets wins. */
  weight: number;
}

export function parseRobots(text: string, token: string): RobotsRules {
  const mine: Rule[] = [];
  const everybody: Rule[] = [];
  let named = false;
  let concerns = { me: false, all: false };
  let naming = false;
  for (const [, key, value] of text.matchAll(/^\ufeff?[ \t]*([A-Za-z-]+)[ \t]*:[ \t]*([^#\r\n]*)/gm)) {
    const what = key!.toLowerCase();
    if (what === 'user-agent') {
      if (!naming) concerns = { me: false, all: false };
      naming = true;
      const agent = value!.trim();
      if (agent === '*') concerns.all = true;
      else if (/^[A-Za-z_-]+/.exec(agent)?.[0].toLowerCase() === token) {
        concerns.me = true;
        named = true;
      }
    } else if (what === 'allow' || what === 'disallow') {
      naming = false;
      const pattern = value!.trim();
      if (pattern === '' || !(concerns.me || concerns.all)) continue;
      const rule = toRule(pattern, what === 'allow');
      if (concerns.me) mine.push(rule);
      if (concerns.all) everybody.push(rule);
    }
  }
  const rules = named ? mine : everybody;
  return {
    allows(url) {
      const { pathname, search } = new URL(url);
      // RFC 9309, 2.2.2: robots.txt itself is implicitly allowed.
      if (pathname === '/robots.txt') return true;
      const path = normalise(`${pathname}${search}`);
      let best: Rule | null = null;
      for (const rule of rules) {
        if (best && (rule.weight < best.weight || (rule.weight === best.weight && !rule.allow))) continue;
        if (matches(rule, path)) best = rule;
      }
      return best?.allow ?? true;
    },
  };
}

function toRule(pattern: string, allow: boolean): Rule {
  const anchored = pattern.endsWith('$');
  const text = normalise(anchored ? pattern.slice(0, -1) : pattern);
  return { allow, parts: text.split('*'), anchored, weight: text.length + (anchored ? 1 : 0) };
}

function matches({ parts, anchored }: Rule, path: string): boolean {
  const first = parts[0]!;
  if (!path.startsWith(first)) return false;
  if (parts.length === 1) return !anchored || path.length === first.length;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  const last = parts.at(-1)!;
  return anchored ? path.length - last.length >= at && path.endsWith(last) : path.indexOf(last, at) >= 0;
}

/** RFC 9309, 2.2.2: non-ASCII octets compare percent-encoded, encoded unreserved characters compare plain. */
function normalise(path: string): string {
  return path
    .replace(/[^\x21-\x7e]+/gu, (text) => percentEncode(text))
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const char = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[A-Za-z0-9._~-]/.test(char) ? char : code.toUpperCase();
    });
}

function percentEncode(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
