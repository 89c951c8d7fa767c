// What the SearX of the tests searches: a few documents of our own on loopback, and engines that fail on purpose.
// Usage: node backend.mjs  (prints its port)
import { createServer } from 'node:http';

const SUBJECTS = ['tidal harbours', 'rope knots', 'sail repair', 'lighthouse lamps'];
const START = Date.parse('2026-11-30T08:00:00Z');
const documents = Array.from({ length: 48 }, (_, i) => {
  const subject = SUBJECTS[i % SUBJECTS.length];
  return {
    title: `On ${subject}, part ${i}`,
    link: `https://library${i % 3}.example.org/${subject.replaceAll(' ', '-')}/${i}`,
    description: `Part ${i} of the notes on <em>${subject}</em> &amp; what sailors say of them.`,
    pubDate: new Date(START - ((i * 29) % 48) * 5 * 3_600_000).toUTCString(),
  };
});

const matching = (query) => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return documents.filter((document) =>
    words.every((word) => `${document.title} ${document.description}`.toLowerCase().includes(word)),
  );
};

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://backend.test');
  const reply = (status, value) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof value === 'string' ? value : JSON.stringify(value));
  };
  const query = searchParams.get('q') ?? searchParams.get('query') ?? '';
  if (pathname === '/pages') {
    const page = Number(searchParams.get('page') ?? 1);
    return reply(200, { found: matching(query).slice((page - 1) * 10, page * 10), hints: [`${query} at sea`] });
  }
  if (pathname.endsWith('/yacysearch.json')) {
    const from = Number(searchParams.get('startRecord') ?? 0);
    return reply(200, { channels: [{ items: matching(query).slice(from, from + 10) }] });
  }
  if (pathname === '/limited') return reply(429, 'Too Many Requests');
  if (pathname === '/forbidden') return reply(403, 'Forbidden');
  if (pathname === '/nonsense') return reply(200, '<p>not JSON</p>');
  return reply(404, {});
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
