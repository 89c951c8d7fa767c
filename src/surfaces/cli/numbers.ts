import { SallyportError } from '../../core/index.js';
import { text, type Values } from './command.js';

/** A whole number given by flag, or undefined where the flag is absent. Throws `invalid_input` for anything else. */
export function wholeNumber(values: Values, name: string): number | undefined {
  const given = text(values, name);
  if (given === undefined) return undefined;
  if (!/^\d{1,15}$/.test(given.trim())) {
    throw new SallyportError('invalid_input', `--${name} wants a whole number, not ${JSON.stringify(given)}.`);
  }
  return Number(given);
}
