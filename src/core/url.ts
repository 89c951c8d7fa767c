/** The WHATWG parser's reading of an address, or null where there is none. (`URL.parse` is missing in early Node 20.) */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
