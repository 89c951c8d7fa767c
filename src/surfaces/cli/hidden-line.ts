import type { ReadStream } from 'node:tty';
import { SallyportError } from '../../core/index.js';

const ENTER = /[\r\n\u0004]/;
const GIVE_UP = '\u0003';
const BACKSPACE = /[\u0008\u007f]/;

/** Reads one line from a terminal without an echo: what is typed or pasted never stands on the screen. */
export function hiddenLine(question: string, input: ReadStream, output: NodeJS.WritableStream): Promise<string> {
  output.write(question);
  input.setRawMode(true);
  input.setEncoding('utf8');
  input.resume();
  return new Promise((resolve, reject) => {
    let line = '';
    const read = (typed: string): void => {
      for (const character of typed) {
        if (character === GIVE_UP || ENTER.test(character)) {
          end(character === GIVE_UP);
          return;
        }
        line = BACKSPACE.test(character) ? [...line].slice(0, -1).join('') : line + character;
      }
    };
    const end = (gaveUp: boolean): void => {
      input.off('data', read);
      input.setRawMode(false);
      input.pause();
      output.write('\n');
      if (gaveUp) reject(new SallyportError('cancelled', 'The input was given up.'));
      else resolve(line);
    };
    input.on('data', read);
  });
}
