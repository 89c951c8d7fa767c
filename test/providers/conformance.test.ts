import { describe, it } from 'vitest';
import { conformanceCases, PROVIDERS } from '../../src/providers/index.js';
import { kitFor } from './kits.js';

describe.each(PROVIDERS.map(({ id }) => id))('the provider %s', (id) => {
  for (const { name, run } of conformanceCases(kitFor(id))) it(name, run);
});
