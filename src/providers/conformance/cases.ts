import type { Provider } from '../contract.js';
import { execCases } from './exec-cases.js';
import { indexCases } from './index-cases.js';
import { type ConformanceCase, type ConformanceKit, check, TEST_KEY } from './kit.js';
import { requestCases } from './request-cases.js';

/** The suite for one provider: named checks, failures included, for any test runner. */
export function conformanceCases(kit: ConformanceKit): ConformanceCase[] {
  const byNeed = { request: requestCases, exec: execCases, index: indexCases };
  return [...descriptionCases(kit.provider), ...byNeed[kit.provider.needs](kit)];
}

/** Runs the whole suite, one case after the other, and says which failed and why. */
export async function runConformance(
  kit: ConformanceKit,
): Promise<{ ok: boolean; cases: { name: string; fault: string | null }[] }> {
  const cases: { name: string; fault: string | null }[] = [];
  for (const { name, run } of conformanceCases(kit)) {
    const fault = await run().then(
      () => null,
      (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
    );
    cases.push({ name, fault });
  }
  return { ok: cases.every((done) => done.fault === null), cases };
}

function descriptionCases(provider: Provider): ConformanceCase[] {
  const { key = [], baseUrl = [] } = provider.env;
  return [
    {
      name: 'describes itself completely',
      async run() {
        check(/^[a-z][a-z0-9-]*$/.test(provider.id), `expected an id in kebab case, got '${provider.id}'`);
        check(provider.title.trim() !== '', 'expected a title');
        check(/^https:\/\//.test(provider.docs), 'expected the https address of its documentation');
        check(provider.maxResults >= 1, 'expected maxResults to be at least 1');
        for (const name of [...key, ...baseUrl]) {
          check(/^[A-Z][A-Z0-9_]*$/.test(name), `'${name}' is no name of an environment variable`);
        }
        if (provider.needs === 'request') {
          const own = provider.baseUrl === null ? null : new URL(provider.baseUrl);
          check(
            own === null || provider.hosts.includes(own.host),
            'expected `hosts` to hold the host of its base address',
          );
          check(own !== null || baseUrl.length > 0, 'expected a base address, or the variable that gives it');
          check(own === null || own.protocol === 'https:', 'expected its own address to be https');
        }
      },
    },
    {
      name: 'says which variable is missing, and nothing once it is set',
      async run() {
        const reason = provider.unavailableReason({ key: null, baseUrl: null });
        const first = key[0] ?? baseUrl[0];
        if (first !== undefined)
          check(reason?.includes(first) === true, `expected a reason that names ${first}, got ${reason}`);
        const set = { key: key.length > 0 ? TEST_KEY : null, baseUrl: provider.baseUrl ?? 'https://search.example' };
        const left = provider.unavailableReason({ ...set, command: ['search-program'] });
        check(left === null, `expected to be available once set up, got: ${left}`);
        if (provider.needs !== 'request') return;
        for (const bad of ['localhost:8080', 'https://user:secret@search.example', 'https://search.example?key=1']) {
          check(
            provider.unavailableReason({ ...set, baseUrl: bad }) !== null,
            `expected ${bad} to be refused as base address`,
          );
        }
      },
    },
  ];
}
