// `npm start` shows the main job on the embedded default: no key, no network. It builds the command line, indexes the
// documentation of the packages just installed, asks a question, and reads the best answer from evidence.
// `npm start -- "another question"` asks another.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const question = process.argv.slice(2).join(' ').trim() || 'how long does undici wait for response headers';

const say = (text) => process.stderr.write(`${text}\n`);
if (await bundle()) say('built dist/');

const { main, processIo } = await import('../dist/cli.js');

/** Runs one command line, shown as a person would type it, and gives back its status and what it wrote. */
async function sallyport(...argv) {
  say(`\n$ sallyport ${argv.map((word) => (/^[\w.:/@=-]+$/.test(word) ? word : JSON.stringify(word))).join(' ')}`);
  let written = '';
  const io = processIo();
  const status = await main(argv, {
    ...io,
    cwd: root,
    out: (text) => {
      written += text;
      io.out(text);
    },
  });
  io.done();
  return { status, written };
}

const indexed = await sallyport('index', 'packages', '.');
if (indexed.status !== 0) process.exit(indexed.status);
const found = await sallyport('search', question, '--provider', 'local', '--session', 'start');
if (found.status !== 0) process.exit(found.status);
const best = /^\d+\. .*\n\s+(\S+)$/m.exec(found.written)?.[1];
if (best === undefined) process.exit(1);
const read = await sallyport('fetch', best, '--focus', question, '--max-tokens', '800', '--session', 'start');
process.exit(read.status);
