// One of several processes that do the same at once.
import { sampleEvent, sampleEvidence } from '../../src/store/conformance.js';
import { openStore } from '../../src/store/index.js';

const [stateDir = '', name = ''] = process.argv.slice(2);
const store = await openStore('sqlite:', { stateDir });
let granted = 0;
let links = 0;
for (let i = 0; i < 60; i += 1) {
  await store.events.append(sampleEvent({ session: name, payload: { name, i } }));
  if ((await store.counters.reserve('day', 1, 300)).granted) granted += 1;
  if (await store.sessions.spendLink('shared', 'example.com', 30)) links += 1;
  if (i % 10 === 0) {
    const record = await store.evidence.put(sampleEvidence({ session: name, body: Buffer.alloc(100_000, i) }));
    if (i % 20 === 0) await store.evidence.remove(record.id);
  }
}
await store.index.addPage({
  url: `https://example.com/${name}`,
  title: `Page ${name}`,
  text: 'The walrus operator assigns and returns.',
  contentType: 'text/html',
  evidence: 'ev_0',
  agent: 'cli',
});
await store.close();
process.stdout.write(JSON.stringify({ granted, links }));
