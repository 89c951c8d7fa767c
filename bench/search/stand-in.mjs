// A search provider on loopback, in a process of its own: its work must not count as ours.
import { createServer } from 'node:http';

const results = Array.from({ length: 10 }, (_, i) => ({
  title: `Result ${i} about rope and knots`,
  url: `https://library${i}.example.org/notes/rope-and-knots-${i}`,
  content: `Part ${i} of the notes on rope, knots and what sailors say of them, long enough to look like a snippet.`,
  engine: 'one',
}));
const body = JSON.stringify({ query: 'q', results, unresponsive_engines: [] });
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`));
