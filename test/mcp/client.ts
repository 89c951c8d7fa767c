import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { bin } from '../support/cli.js';

export type Era = '2025-11-25' | '2026-07-28';

export interface Result {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
}

/** A person behind the client: what is asked, and what they answer. */
export type Person = (message: string, offered: string[]) => string | null;

export async function connect(era: Era, home: string, argv: readonly string[], person?: Person): Promise<Client> {
  const mode = era === '2025-11-25' ? 'legacy' : { pin: era };
  const client = new Client(
    { name: 'test-client', version: '1.0.0' },
    { versionNegotiation: { mode }, capabilities: person === undefined ? {} : { elicitation: { form: {} } } },
  );
  if (person !== undefined) {
    client.setRequestHandler('elicitation/create', async (request) => {
      const { message, requestedSchema } = request.params as unknown as {
        message: string;
        requestedSchema: { properties: { answer: { enum: string[] } } };
      };
      const answer = person(message, requestedSchema.properties.answer.enum);
      return answer === null ? { action: 'decline' } : { action: 'accept', content: { answer } };
    });
  }
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [bin, 'mcp', ...argv],
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
      cwd: home,
      stderr: 'pipe',
    }),
  );
  return client;
}

export const callTool = async (client: Client, name: string, args: Record<string, unknown>): Promise<Result> =>
  (await client.callTool({ name, arguments: args })) as unknown as Result;
