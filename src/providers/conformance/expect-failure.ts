import { type ErrorCode, SallyportError } from '../../core/index.js';
import { check, MARKER, TEST_KEY } from './kit.js';

/** Runs `search` and returns its error: it must be ours, of one of these codes, and hold no key and no stranger's word. */
export async function expectFailure(
  search: () => Promise<unknown>,
  codes: readonly ErrorCode[],
): Promise<SallyportError> {
  const error = await search().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const wanted = codes.join(' or ');
  check(error !== null, `expected ${wanted}, got an answer`);
  check(error instanceof SallyportError, `expected ${wanted}, got another error: ${String(error)}`);
  check(codes.includes(error.code), `expected ${wanted}, got ${error.code}: ${error.message}`);
  check(error.message !== '', 'expected a message');
  check(error.hint !== '' || error.code === 'cancelled', 'expected a hint');
  const told = JSON.stringify(error.toFailure());
  check(!told.includes(TEST_KEY), 'the credential stands in the error');
  check(!told.includes(MARKER), 'words of the reply stand in the error');
  return error;
}
