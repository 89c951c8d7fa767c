// Asks the library for searches until it is told no, and prints how many were granted: one of several processes.
import { pathToFileURL } from 'node:url';

const [library, agent, count] = process.argv.slice(2);
const { createSallyport } = await import(pathToFileURL(library).href);
const sallyport = await createSallyport({ agent });
const codes = {};
for (let i = 0; i < Number(count); i++) {
  const answer = await sallyport.call('web_search', { query: `question ${process.pid} ${i}` });
  const code = answer.ok ? 'ok' : answer.error.code;
  codes[code] = (codes[code] ?? 0) + 1;
}
await sallyport.close();
console.log(JSON.stringify(codes));
