// The least a server on the same SDK can be: one tool. What Sallyport's start is measured against.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

serveStdio(() => {
  const server = new McpServer({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } });
  const config = {
    description: 'Says hello',
    inputSchema: z.object({ name: z.string() }),
    outputSchema: z.object({ content: z.string() }),
  };
  server.registerTool('hello', config, async ({ name }) => ({
    content: [{ type: 'text', text: name }],
    structuredContent: { content: name },
  }));
  return server;
});
