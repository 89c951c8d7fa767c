import type { App } from '../app.js';
import { PASSPHRASE_VARIABLE } from '../keys/index.js';
import { clientById, type Place } from './clients.js';
import { clientLines, type Wanted, writeEntry } from './entry.js';

export interface ClientSetup {
  client: string;
  title: string;
  /** Where the entry belongs. */
  file: string;
  lines: string;
  /** The client's own command for the same, or null. */
  command: string | null;
  /** What the person still has to do. */
  notes: string[];
}

/** The ready lines for one client. `npx`: for a machine where the package is not installed. Throws `invalid_input`. */
export function clientSetup(app: App, id: string, place: Place, options: { npx: boolean }): ClientSetup {
  const client = clientById(id);
  const wanted = wantedOf(app, options.npx);
  const notes: string[] = [];
  if (wanted.variables.length > 0 && client.variable === null) {
    notes.push(
      `${client.title} hands on no variable by name, and the value of ${wanted.variables.join(', ')} must not stand in its file: start ${client.title} with it set, or keep the key in the system's keyring.`,
    );
  }
  return {
    client: client.id,
    title: client.title,
    file: client.file(place),
    lines: clientLines(client, wanted),
    // By its command a variable would be written down with its value.
    command: wanted.variables.length > 0 ? null : (client.command?.(wanted.run) ?? null),
    notes,
  };
}

/** Writes the entry into the client's file; everything else in it stays. False where it stood there already. */
export function installClient(app: App, id: string, place: Place, options: { npx: boolean }): boolean {
  const client = clientById(id);
  return writeEntry(client, wantedOf(app, options.npx), client.file(place));
}

/** The variables that are in use now, by name: of the provider that answers and of the key store. */
function wantedOf(app: App, npx: boolean): Wanted {
  const selection = app.select();
  const { key = [], baseUrl = [] } = selection.provider?.env ?? {};
  const names = [...key, ...baseUrl].flatMap((name) => [name, `${name}_FILE`]);
  const kept = app.keys.list().some((entry) => entry.kept === 'vault') ? [PASSPHRASE_VARIABLE] : [];
  return {
    run: npx ? ['npx', '-y', 'sallyport', 'mcp'] : ['sallyport', 'mcp'],
    variables: [...names, ...kept].filter((name) => Boolean(app.env[name])),
  };
}
