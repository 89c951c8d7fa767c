// Writes without end what a gateway writes, and says what is done; made to be killed.
import { writeSync } from 'node:fs';
import { sampleEvent, sampleEvidence } from '../../src/store/conformance.js';
import { openStore } from '../../src/store/index.js';

const [stateDir = '', name = ''] = process.argv.slice(2);
const store = await openStore('sqlite:', { stateDir });
writeSync(1, 'open\n');
for (let i = 0; ; i += 1) {
  const { granted } = await store.counters.reserve('day', 1, Number.MAX_SAFE_INTEGER);
  // Every third body is too large for a row, every fifth is one that others write too.
  const body = Buffer.alloc(i % 3 === 0 ? 90_000 : 900);
  let state = i % 5 === 0 ? 7 : i * 1_000 + Number(name);
  for (let at = 0; at < body.length; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    body[at] = state >>> 24;
  }
  const { id } = await store.evidence.put(sampleEvidence({ session: name, body, answer: `{"i":${i}}` }));
  const { seq } = await store.events.append(sampleEvent({ session: name, payload: { i } }));
  if (i % 7 === 6) await store.evidence.remove(id);
  else writeSync(1, `${id} ${seq} ${granted}\n`);
}
