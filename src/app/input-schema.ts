import * as z from 'zod';

/** JSON Schema of a tool's arguments as a caller gives them. */
export function inputSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
