import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { App } from '../../app/app.js';
import { createMcpServer, type McpOptions } from './server.js';

/** Serves MCP over standard input and output until the client closes it or `signal` aborts. Stdout carries nothing else. */
export async function serveMcp(app: App, options: McpOptions & { signal: AbortSignal }): Promise<void> {
  const transport = new StdioServerTransport();
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    options.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const handle = serveStdio(() => createMcpServer(app, options), {
    transport,
    onerror: (error) => process.stderr.write(`sallyport mcp: ${error.message}\n`),
  });
  await ended;
  await handle.close();
}
