import { cancel, confirm, intro, isCancel, note, outro, password, select, text } from '@clack/prompts';
import type { Door } from '../../app/index.js';
import { SallyportError } from '../../core/index.js';
import { CLIENT_IDS } from './commands/options.js';

/** What a person chose at the terminal. */
export interface Chosen {
  door: Door;
  /** Null where the key comes from elsewhere. */
  key: string | null;
  test: boolean;
  clients: string[];
}

/** stdout is for data, and what is asked is none. */
const AT = { output: process.stderr };

/** Asks which door a search goes through and what that door needs. Throws `cancelled` where the person gives up. */
export async function wizard(about: {
  keyed: readonly { id: string; title: string; variable: string; found: string | null }[];
  hostedWords: string;
}): Promise<Chosen> {
  intro('Which door shall a search go through?', AT);
  const kind = given(
    await select({
      message: 'Door',
      options: [
        {
          value: 'local',
          label: 'local index',
          hint: 'documentation of installed packages and your folders; no key, no network',
        },
        { value: 'provider', label: 'a search provider', hint: 'with a key' },
        { value: 'searxng', label: 'your own SearXNG', hint: 'with its address' },
        { value: 'command', label: 'a local command', hint: 'dials outside the guard' },
        { value: 'hosted', label: "the model provider's own tool", hint: 'cannot be refused or checked' },
        { value: 'none', label: 'none', hint: 'reading pages only' },
      ],
      ...AT,
    }),
  );
  const { door, key } = await details(kind, about);
  const asks = door.kind === 'provider' || door.kind === 'command';
  const test =
    asks &&
    given(
      await confirm({ message: 'Ask one query now? It is counted, and may be billed.', initialValue: false, ...AT }),
    );
  const client = given(
    await select({
      message: 'Lines for a client',
      options: [
        { value: '', label: 'none' },
        ...CLIENT_IDS.map((id) => ({ value: id as string, label: id as string })),
      ],
      ...AT,
    }),
  );
  outro('Writing the configuration.', AT);
  return { door, key, test, clients: client === '' ? [] : [client] };
}

async function details(kind: string, about: Parameters<typeof wizard>[0]): Promise<{ door: Door; key: string | null }> {
  if (kind === 'local' || kind === 'none') return { door: { kind }, key: null };
  if (kind === 'hosted') {
    note(about.hostedWords, 'Mind', AT);
    const options = [
      { value: 'anthropic', label: 'Anthropic' },
      { value: 'openai', label: 'OpenAI' },
    ] as const;
    return { door: { kind, by: given(await select({ message: 'Whose', options: [...options], ...AT })) }, key: null };
  }
  if (kind === 'command') {
    const line = given(
      await text({
        message: 'Program and arguments, parted by spaces',
        placeholder: 'my-search {query}',
        validate: needed,
        ...AT,
      }),
    );
    return { door: { kind, command: line.trim().split(/\s+/) }, key: null };
  }
  if (kind === 'searxng') {
    const baseUrl = given(
      await text({ message: 'Its address', placeholder: 'https://search.example.org', validate: needed, ...AT }),
    );
    return { door: { kind: 'provider', id: 'searxng', baseUrl: baseUrl.trim() }, key: null };
  }
  const id = given(
    await select({
      message: 'Provider',
      options: about.keyed.map(({ id: value, title }) => ({ value, label: title })),
      ...AT,
    }),
  );
  const known = about.keyed.find((provider) => provider.id === id);
  const door: Door = { kind: 'provider', id, baseUrl: null };
  if (known !== undefined && known.found !== null) {
    note(`The key is found: ${known.found}.`, 'Key', AT);
    return { door, key: null };
  }
  const message = `Key (empty: you will set ${known?.variable ?? 'it'} yourself)`;
  return { door, key: given(await password({ message, ...AT })) || null };
}

const needed = (value: string | undefined): string | undefined => (value?.trim() ? undefined : 'This is needed.');

function given<T>(answer: T): Exclude<T, symbol> {
  if (!isCancel(answer)) return answer as Exclude<T, symbol>;
  cancel('Nothing was written.', AT);
  throw new SallyportError('cancelled', 'The set-up was given up; nothing was written.');
}
