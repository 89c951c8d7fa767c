import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Nothing of the person who runs the tests may reach them, and nothing of the tests may reach that person.
const home = mkdtempSync(join(tmpdir(), 'sallyport-test-'));
process.env['HOME'] = home;
for (const name of ['CONFIG', 'STATE', 'CACHE', 'DATA'])
  process.env[`XDG_${name}_HOME`] = join(home, name.toLowerCase());
for (const name of Object.keys(process.env)) {
  // Two say where the tests find something; no code of ours reads them.
  if (name === 'SALLYPORT_SHARED' || name === 'SALLYPORT_SEARX_URL') continue;
  if (/^(SALLYPORT_|BRAVE_|TAVILY_|EXA_|ANTHROPIC_|OPENAI_|SEARXNG_|WEB_SEARCH_)/.test(name)) delete process.env[name];
}
