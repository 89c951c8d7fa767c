import { describe, expect, it } from 'vitest';
import { SallyportError } from '../../core/index.js';
import { HOSTED_WORDS, hostedTool, readHosted } from './index.js';

const now = Date.parse('2026-12-01T12:00:00Z');

describe('the tool entry of Anthropic', () => {
  it('is the one that every model takes, with what was asked', () => {
    const location = { city: 'Oslo', country: 'NO', timezone: 'Europe/Oslo' };
    const entry = hostedTool('anthropic', {
      maxUses: 3,
      allowedDomains: ['https://go.dev/doc', '*.Example.org'],
      location,
    });
    expect(entry.tool).toEqual({
      type: 'web_search_20250305',
      name: 'web_search',
      max_uses: 3,
      allowed_domains: ['go.dev', 'example.org'],
      user_location: { type: 'approximate', ...location },
    });
    expect(entry).toMatchObject({ request: {}, ignored: [] });
  });

  it('takes newer versions by name, one domain list, and says what it lacks', () => {
    const entry = hostedTool('anthropic', {
      version: 'web_search_20260318',
      allowedDomains: ['a.example.org'],
      blockedDomains: ['b.example.org'],
      contextSize: 'high',
      cachedOnly: true,
    });
    expect(entry.tool).toEqual({ type: 'web_search_20260318', name: 'web_search', allowed_domains: ['a.example.org'] });
    expect(entry.ignored.map(({ argument }) => argument)).toEqual(['blockedDomains', 'contextSize', 'cachedOnly']);
    expect(hostedTool('anthropic', { blockedDomains: ['b.example.org'] }).tool).toMatchObject({
      blocked_domains: ['b.example.org'],
    });
  });
});

describe('the tool entry of OpenAI', () => {
  it('asks for the sources, without which the reply says nothing of what was found', () => {
    const entry = hostedTool('openai', {
      allowedDomains: ['a.example.org'],
      blockedDomains: ['https://b.example.org/x'],
      contextSize: 'low',
      cachedOnly: true,
      location: { country: 'NO' },
    });
    expect(entry.tool).toEqual({
      type: 'web_search',
      filters: { allowed_domains: ['a.example.org'], blocked_domains: ['b.example.org'] },
      search_context_size: 'low',
      user_location: { type: 'approximate', country: 'NO' },
      external_web_access: false,
    });
    expect(entry.request).toEqual({ include: ['web_search_call.action.sources'] });
  });

  it('says what the older tool lacks, and that no tool has a count', () => {
    const older = hostedTool('openai', {
      version: 'web_search_preview',
      allowedDomains: ['a.example.org'],
      cachedOnly: true,
      maxUses: 2,
    });
    expect(older.tool).toEqual({ type: 'web_search_preview' });
    expect(older.ignored.map(({ argument }) => argument)).toEqual(['allowedDomains', 'maxUses', 'cachedOnly']);
  });

  it('takes a hundred domains and says that the rest was left out', () => {
    const domains = (count: number) => Array.from({ length: count }, (_, i) => `d${i}.example.org`);
    expect(hostedTool('openai', { allowedDomains: domains(100) }).ignored).toEqual([]);
    const cut = hostedTool('openai', { allowedDomains: domains(101) });
    expect(cut.tool['filters']).toEqual({ allowed_domains: domains(100) });
    expect(cut.ignored).toHaveLength(1);
  });
});

it.each(['anthropic', 'openai'] as const)('%s: a version that is not known is refused', (door) => {
  expect(() => hostedTool(door, { version: 'web_search_19990101' })).toThrow(SallyportError);
});

describe('a reply of Anthropic', () => {
  const result = (url: string, title: string, page_age: string | null = null) => ({
    type: 'web_search_result',
    url,
    title,
    page_age,
    encrypted_content: 'xyz',
  });
  const reply = {
    content: [
      { type: 'text', text: 'I will look.' },
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'rope knots' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: [
          result('https://knots.example.org/a?utm_source=x', '<b>Bowline</b>', 'November 29, 2026'),
          result('https://www.knots.example.org/a', 'The same page'),
          result('http://10.0.0.1/', 'Inside'),
          result('javascript:alert(1)', 'Script'),
          result('https://blocked.example.net/', 'Blocked'),
          null,
          { type: 'web_search_result', url: null, title: null },
        ],
      },
      { type: 'server_tool_use', id: 'srvtoolu_2', name: 'web_search', input: { query: 'sail repair' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_2',
        content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
      },
      {
        type: 'text',
        text: 'A bowline.',
        citations: [
          {
            type: 'web_search_result_location',
            url: 'https://knots.example.org/a?utm_source=x',
            title: 'Bowline',
            cited_text: 'How a bowline\u0007 is tied.',
            encrypted_index: 'i',
          },
        ],
      },
    ],
  };

  it('becomes searches in the shape of every other', () => {
    const [first, second, ...more] = readHosted('anthropic', reply, { now, blockedDomains: ['blocked.example.net'] });
    expect(more).toEqual([]);
    expect(first?.data).toMatchObject({
      query: 'rope knots',
      provider: 'hosted:anthropic',
      fetchedAt: '2026-12-01T12:00:00.000Z',
      dataAsOf: null,
      cached: false,
      quota: null,
      dropped: { blocked: 1, duplicate: 1 },
      failures: [],
    });
    expect(first?.data.results).toEqual([
      {
        rank: 1,
        title: 'Bowline',
        url: 'https://knots.example.org/a',
        site: 'knots.example.org',
        snippet: 'How a bowline is tied.',
        published: '2026-11-29',
      },
    ]);
    expect(first?.data.notes).toContain(HOSTED_WORDS);
    expect(second?.data).toMatchObject({
      query: 'sail repair',
      results: [],
      failures: [{ engine: 'anthropic', reason: 'max_uses_exceeded' }],
    });
  });

  it('may also be its list of blocks', () => {
    expect(readHosted('anthropic', reply.content, { now })).toHaveLength(2);
  });
});

describe('a reply of OpenAI', () => {
  const reply = {
    output: [
      {
        type: 'web_search_call',
        id: 'ws_1',
        status: 'completed',
        action: {
          type: 'search',
          query: 'rope knots',
          queries: ['rope knots', 'bowline'],
          sources: [
            { type: 'url', url: 'https://knots.example.org/a' },
            { type: 'api', name: 'oai-weather' },
            { type: 'url', url: 'http://localhost/' },
          ],
        },
      },
      {
        type: 'web_search_call',
        id: 'ws_2',
        status: 'completed',
        action: { type: 'open_page', url: 'https://read.example.org/' },
      },
      { type: 'web_search_call', id: 'ws_3', status: 'failed', action: { type: 'search', query: 'sail repair' } },
      {
        type: 'message',
        content: [
          {
            type: 'output_text',
            text: '😀 A bowline.',
            annotations: [
              {
                type: 'url_citation',
                start_index: 2,
                end_index: 9,
                url: 'https://knots.example.org/a',
                title: 'Bowline',
              },
              {
                type: 'url_citation',
                start_index: 2,
                end_index: 9,
                url: 'https://cited.example.org/',
                title: 'Cited only',
              },
            ],
          },
        ],
      },
    ],
  };

  it('becomes searches with their sources, titles from citations, pages that were opened', () => {
    const [first, second, ...more] = readHosted('openai', reply, { now });
    expect(more).toEqual([]);
    expect(first?.data).toMatchObject({
      query: 'rope knots | bowline',
      provider: 'hosted:openai',
      dropped: { refused: 1 },
    });
    expect(first?.data.results).toMatchObject([{ title: 'Bowline', url: 'https://knots.example.org/a' }]);
    expect(second?.data).toMatchObject({ query: 'sail repair', failures: [{ engine: 'openai', reason: 'failed' }] });
    expect(second?.data.results).toMatchObject([{ title: 'Cited only', url: 'https://cited.example.org/' }]);
    expect(second?.opened).toEqual(['https://read.example.org/']);
  });
});

describe.each(['anthropic', 'openai'] as const)('any input gives a list (%s)', (door) => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', 'x'],
    ['a number', 7],
    ['an empty object', {}],
    ['lists of nulls', { content: [null, [null]], output: [null, { type: 'web_search_call' }] }],
    ['blocks without fields', [{ type: 'web_search_tool_result' }, { type: 'web_search_call', action: null }]],
    ['citations of another shape', [{ type: 'text', citations: [null, 7], content: [{ annotations: [null] }] }]],
  ])('%s', (_what, input) => {
    for (const { data } of readHosted(door, input, { now })) expect(data.results).toEqual([]);
  });
});
