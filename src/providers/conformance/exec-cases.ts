import { SallyportError } from '../../core/index.js';
import type { ProviderExec } from '../contract.js';
import { expectFailure } from './expect-failure.js';
import {
  AWKWARD,
  type ConformanceCase,
  type ConformanceKit,
  check,
  checkReply,
  depsOf,
  HITS,
  MARKER,
  queryOf,
  TEST_KEY,
} from './kit.js';
import { shapeCases } from './shape-cases.js';

/** For providers that run a local program. `printed` stands on standard output and in the file that it was to write. */
export function execCases(kit: ConformanceKit): ConformanceCase[] {
  const { provider } = kit;
  const printing =
    (printed: string, exitCode = 0): ProviderExec =>
    async ({ output }) => ({
      stdout: printed,
      stderr: `${MARKER} ${TEST_KEY}`,
      exitCode,
      output: output === undefined || exitCode !== 0 ? null : printed,
    });
  const search = (exec: ProviderExec, query = queryOf(), signal = new AbortController().signal) =>
    provider.search(query, depsOf(kit, { exec, signal }));
  return [
    {
      name: 'reads the hits in order',
      async run() {
        const { hits } = checkReply(await search(printing(kit.reply(HITS, 'web'))));
        const got = hits.map((hit) => `${hit.title} ${hit.url}`).join(' ');
        check(got === HITS.map((hit) => `${hit.title} ${hit.url}`).join(' '), `expected the three hits, got ${got}`);
      },
    },
    {
      name: 'an empty list is no error',
      run: async () =>
        check(checkReply(await search(printing(kit.reply([], 'web')))).hits.length === 0, 'expected no hits'),
    },
    {
      name: 'hands the query over as one argument, whatever it holds',
      async run() {
        for (const query of [AWKWARD, '; touch x', '$(touch x)', '`touch x`', 'two\twords', '{count} {page}']) {
          const args: string[][] = [];
          await search(async (command) => {
            args.push([...command.args]);
            return printing(kit.reply(HITS, 'web'))(command);
          }, queryOf({ query }));
          const whole = args.every((given) => given.filter((arg) => arg.includes(query)).length === 1);
          check(args.length > 0 && whole, `expected ${JSON.stringify(query)} in exactly one argument`);
        }
      },
    },
    {
      name: 'a query that looks like an option is none',
      async run() {
        let before: string | undefined;
        let given = '';
        await search(
          async (command) => {
            const at = command.args.findIndex((arg) => arg.includes('--version'));
            given = command.args[at] ?? '';
            before = command.args[at - 1];
            return printing(kit.reply(HITS, 'web'))(command);
          },
          queryOf({ query: '--version' }),
        );
        const value = !given.startsWith('-') || (before?.startsWith('-') === true && given === '--version');
        check(value, 'expected the query to be the value of an option, or not to begin with a dash');
      },
    },
    {
      name: 'a program that fails is provider_failed',
      run: async () => void (await expectFailure(() => search(printing(MARKER, 1)), ['provider_failed'])),
    },
    {
      name: 'text that is not JSON is provider_bad_reply',
      run: async () => void (await expectFailure(() => search(printing(`${MARKER} {`)), ['provider_bad_reply'])),
    },
    {
      name: 'a program that is not there stays not_configured',
      async run() {
        const missing = new SallyportError('not_configured', 'The program was not found.', { hint: 'Install it.' });
        await expectFailure(() => search(() => Promise.reject(missing)), ['not_configured']);
      },
    },
    {
      name: 'a program that does not end is provider_failed or timeout',
      async run() {
        const slow = new SallyportError('timeout', 'The program did not end.', { hint: 'Wait.' });
        await expectFailure(() => search(() => Promise.reject(slow)), ['provider_failed', 'timeout']);
      },
    },
    {
      name: 'an abort before the call runs nothing',
      async run() {
        const never: ProviderExec = () => Promise.reject(new Error('the program was run'));
        await expectFailure(() => search(never, queryOf(), AbortSignal.abort()), ['cancelled']);
      },
    },
    ...shapeCases(kit, ['web'], (body, query) => search(printing(body), query)),
  ];
}
