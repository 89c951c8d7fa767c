/** Schemes a link may keep; what runs code or holds its own content is written as text alone. */
const LINKED = /^(?:https?|mailto|tel|ftp):/;

/**
 * The address a link or image points to, absolute where a base is known and ready to stand in `(...)`, or null where
 * it leads nowhere (empty, `#`, script, data).
 */
export function resolveTarget(raw: string | undefined, baseUrl: string | null): string | null {
  if (raw === undefined) return null;
  const trimmed = raw.trim();
  if (trimmed === '' || trimmed === '#') return null;
  let address: string;
  if (baseUrl !== null || /^[a-zA-Z][a-zA-Z\d+.-]*:/.test(trimmed)) {
    const parsed = URL.parse?.(trimmed, baseUrl ?? undefined) ?? parseQuietly(trimmed, baseUrl);
    if (parsed === null || !LINKED.test(parsed.protocol)) return null;
    address = parsed.href;
  } else {
    address = trimmed.replace(/[\t\n\r]/g, '').replace(/[\s<>"]/g, encodeURIComponent);
  }
  return inParentheses(address);
}

function parseQuietly(raw: string, base: string | null): URL | null {
  try {
    return base === null ? new URL(raw) : new URL(raw, base);
  } catch {
    return null;
  }
}

/** Balanced parentheses may stand in a Markdown target; others would end it early. Pipes would end a table cell. */
function inParentheses(address: string): string {
  if (!/[()|\\[\]]/.test(address)) return address;
  const plain = address.replace(/\|/g, '%7C').replace(/\\/g, '%5C').replace(/\[/g, '%5B').replace(/\]/g, '%5D');
  let depth = 0;
  for (const char of plain) {
    if (char === '(') depth++;
    else if (char === ')' && --depth < 0) break;
  }
  return depth === 0 ? plain : plain.replace(/\(/g, '%28').replace(/\)/g, '%29');
}
