// Runs the conformance suite over the provider: node examples/provider/check.mjs
import { createServer } from 'node:http';
import { runConformance, SallyportError } from 'sallyport/provider';
import { houseSearch } from './house-search.mjs';

const { ok, cases } = await runConformance({
  provider: houseSearch,
  reply: (hits) =>
    JSON.stringify({
      items: hits.map(({ title, url, snippet }) => ({ headline: title, link: url, abstract: snippet })),
    }),
  serve,
  request,
});
for (const { name, fault } of cases) console.log(fault === null ? `ok      ${name}` : `FAILED  ${name}: ${fault}`);
console.log(`${cases.filter(({ fault }) => fault === null).length} of ${cases.length} checks hold`);
process.exitCode = ok ? 0 : 1;

/** The service's stand-in on loopback: answers as the suite says and keeps what it was asked. */
async function serve(answer) {
  const asked = [];
  const server = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const request = { method: incoming.method, path: incoming.url, headers: incoming.headers, body };
    asked.push(request);
    const reply = answer(request);
    if (reply === 'silence') return;
    outgoing.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    outgoing.end(reply.body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}`, asked, close };
}

/** Stands for the guarded request: no redirect followed, the reply capped, faults as Sallyport's errors. */
function request(signal) {
  return async ({ url, ...init }) => {
    const reply = await fetch(url, { ...init, signal, redirect: 'manual' }).catch((fault) => {
      throw new SallyportError('connect_failed', 'No connection.', { cause: fault });
    });
    let body = '';
    for await (const chunk of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      body += chunk;
      if (body.length > 4 * 1024 * 1024) throw new SallyportError('too_large', 'The reply is too large.');
    }
    return { status: reply.status, headers: Object.fromEntries(reply.headers), text: body };
  };
}
