import * as z from 'zod';
import { LIMITS } from '../core/index.js';
import { PRICES } from '../providers/index.js';

const positive = z.number().int().min(1);
const hosts = z.array(z.string().min(1)).max(10_000);

/** US dollars that one search costs on the operator's own plan, where the price table has no figure or another one. */
const prices = z.strictObject(
  Object.fromEntries(Object.keys(PRICES).map((id) => [id, z.number().min(0).nullable().default(null)])),
);

/** The operator's file. Every key is optional; defaults are in force where it is silent. */
export const settingsSchema = z.strictObject({
  search: z
    .strictObject({
      provider: z.string().min(1).nullable().default(null),
      baseUrl: z.string().min(1).nullable().default(null),
      maxResults: positive.max(LIMITS.resultsCeiling).default(LIMITS.resultsCap),
      dailyQueryLimit: z.number().int().min(0).default(LIMITS.queriesPerDay),
      monthlyCostLimit: z.number().min(0).nullable().default(null),
      prices: prices.prefault({}),
      blockedDomains: hosts.default([]),
      fallback: z.array(z.string().min(1)).default([]),
      command: z.array(z.string().min(1)).min(1).nullable().default(null),
      keyCommand: z.array(z.string().min(1)).min(1).nullable().default(null),
      hosted: z.enum(['anthropic', 'openai']).nullable().default(null),
    })
    .prefault({}),
  egress: z
    .strictObject({
      mode: z.enum(['allowlist', 'seen', 'plain', 'ask', 'open']).default('plain'),
      allow: hosts.default([]),
      deny: hosts.default([]),
    })
    .prefault({}),
  network: z
    .strictObject({
      allowPrivate: z
        .array(
          z
            .string()
            .regex(
              /^(\[[0-9a-f:.]+\]|[^\s:/@]+):(?:6553[0-5]|655[0-2]\d|65[0-4]\d\d|6[0-4]\d{3}|[1-5]\d{4}|\d{1,4})$/i,
              'must be HOST:PORT',
            ),
        )
        .default([]),
      allowRanges: z.array(z.enum(['198.18.0.0/15', '64:ff9b::/96'])).default([]),
      dns: z
        .string()
        .regex(
          /^(\[[0-9a-f:.]+\]|[\d.]+):(?:6553[0-5]|655[0-2]\d|65[0-4]\d\d|6[0-4]\d{3}|[1-5]\d{4}|\d{1,4})$/i,
          'must be ADDRESS:PORT',
        )
        .nullable()
        .default(null),
      proxy: z
        .string()
        .regex(/^https?:\/\/\S+$/i, 'must be an http:// or https:// address')
        .nullable()
        .default(null),
      caFile: z.string().min(1).nullable().default(null),
      userAgent: z
        .string()
        .regex(/^[\x20-\x7e]{1,200}$/, 'must be 1 to 200 printable ASCII characters')
        .nullable()
        .default(null),
      robots: z.enum(['model', 'always', 'never']).default('model'),
      perHost: z
        .strictObject({ concurrent: positive.max(100).default(2), perMinute: positive.max(10_000).default(10) })
        .prefault({}),
    })
    .prefault({}),
  approval: z.enum(['ask', 'always', 'never']).default('ask'),
  fetch: z
    .strictObject({
      timeoutSeconds: positive.max(3_600).default(LIMITS.exchangeMs / 1000),
      maxBytes: positive.default(LIMITS.bodyBytes),
      maxTokens: positive.default(LIMITS.outputTokens),
    })
    .prefault({}),
  secrets: z.strictObject({ environment: z.array(z.string().min(1)).default([]) }).prefault({}),
  model: z
    .strictObject({
      provider: z.string().nullable().default(null),
      baseUrl: z.string().nullable().default(null),
      id: z.string().nullable().default(null),
      maxTokens: positive.nullable().default(null),
      maxCost: z.number().min(0).nullable().default(null),
    })
    .prefault({}),
  mcp: z
    .strictObject({
      tokens: z.array(z.strictObject({ name: z.string().min(1), token: z.string().min(16) })).default([]),
    })
    .prefault({}),
  index: z
    .strictObject({ folders: z.array(z.string().min(1)).default([]), packages: z.array(z.string().min(1)).default([]) })
    .prefault({}),
  store: z
    .strictObject({
      url: z.string().min(1).default('sqlite:'),
      bucket: z.string().nullable().default(null),
      retentionDays: positive.default(365),
      maxBytes: positive.nullable().default(null),
    })
    .prefault({}),
  web: z.boolean().default(true),
});

export type Settings = z.infer<typeof settingsSchema>;

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});

/**
 * What a file in a project folder may set, and which way: a cloned repository must not be able to open the door, so
 * lists only grow, limits only fall, and the web can only be switched off.
 */
export const PROJECT_KEYS: Readonly<Record<string, 'add' | 'lower' | 'off'>> = {
  'egress.deny': 'add',
  'search.blockedDomains': 'add',
  'search.maxResults': 'lower',
  'search.dailyQueryLimit': 'lower',
  'search.monthlyCostLimit': 'lower',
  'fetch.timeoutSeconds': 'lower',
  'fetch.maxBytes': 'lower',
  'fetch.maxTokens': 'lower',
  'network.perHost.concurrent': 'lower',
  'network.perHost.perMinute': 'lower',
  web: 'off',
};
