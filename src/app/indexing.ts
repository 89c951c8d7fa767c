import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { SallyportError } from '../core/index.js';
import type { DocumentReader, IndexProgress, IndexRun } from '../store/contract.js';
import type { App } from './app.js';

/** Reads one file for the index with the same reader that reads the web. A file that cannot be read is left out. */
async function documentReader(): Promise<DocumentReader> {
  const { extract } = await import('../extract/index.js');
  return (bytes, { url, contentType }) => {
    try {
      const page = extract(bytes, { url, contentType });
      return { title: page.title ?? '', text: page.text, lang: page.lang };
    } catch {
      return null;
    }
  };
}

interface Run {
  signal: AbortSignal;
  onProgress?: (progress: IndexProgress) => void;
}

/** Indexes a folder of HTML, Markdown and text under `local://NAME/`. Unchanged files are not read again. */
export async function indexFolder(app: App, path: string, name: string | undefined, run: Run): Promise<IndexRun> {
  const root = resolve(app.cwd, path);
  if (!existsSync(root)) throw new SallyportError('invalid_input', `There is no folder ${root}.`);
  const chosen = name ?? basename(root);
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(chosen)) {
    throw new SallyportError('invalid_input', `${JSON.stringify(chosen)} is no name for a collection.`, {
      hint: 'Use letters, digits, dots and dashes: --name my-docs',
    });
  }
  return (await app.store()).index.addFolder(root, chosen, { read: await documentReader(), ...run });
}

/** Indexes the documentation of the npm packages installed in a project. */
export async function indexPackages(app: App, path: string, run: Run): Promise<IndexRun> {
  const project = resolve(app.cwd, path);
  if (!existsSync(join(project, 'node_modules'))) {
    throw new SallyportError('invalid_input', `There is no node_modules in ${project}.`, {
      hint: 'Run npm install there first, or name another folder.',
    });
  }
  return (await app.store()).index.addPackages(project, { read: await documentReader(), ...run });
}

const refreshed = new WeakSet<App>();

/** Brings the folders and projects of the configuration (`index`) up to date, once in a process before its first search. */
export async function refreshConfigured(app: App, signal: AbortSignal): Promise<void> {
  if (refreshed.has(app)) return;
  refreshed.add(app);
  for (const folder of app.settings.index.folders) await indexFolder(app, folder, undefined, { signal });
  for (const project of app.settings.index.packages) await indexPackages(app, project, { signal });
}
