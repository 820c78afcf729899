import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { CommandFailure } from './command.ts';
import { scanLine } from './scan-line.ts';

/**
 * The line with its history events filled in (Bash manual §9.3): `!!` the line before, `!N` the Nth, `!-N` the Nth from the
 * end, `!TEXT` the newest that begins so. Not within single quotes, nor after a backslash, nor before `=` or a space.
 */
export function expandHistory(line: string, history: readonly string[]): Result<string, CommandFailure> {
  const { characters } = scanLine(line);
  let text = '';
  for (let place = 0; place < characters.length; place += 1) {
    const scanned = characters[place];
    if (scanned === undefined) break;
    const { character, quoting } = scanned;
    const rest = characters
      .slice(place + 1)
      .map((later) => later.character)
      .join('');
    const event = /^(?:!|-?\d+|[a-z][\w-]*)/i.exec(rest)?.[0];
    // Inside double quotes a backslash stays, as in bash, and still keeps the sign from being an event.
    const isEvent = character === '!' && (quoting === 'bare' || quoting === 'double') && characters[place - 1]?.character !== '\\';
    if (!isEvent || event === undefined) {
      text += character;
      continue;
    }
    const found = findEvent(event, history);
    if (found === undefined) return fail({ code: 'bad_syntax', message: `!${event}: nothing like that in the history` });
    text += found;
    place += event.length;
  }
  return succeed(text);
}

function findEvent(event: string, history: readonly string[]): string | undefined {
  if (event === '!') return history.at(-1);
  if (/^-?\d+$/.test(event)) {
    const number = Number(event);
    if (number === 0) return undefined;
    return history.at(number > 0 ? number - 1 : number);
  }
  return history.findLast((line) => line.startsWith(event));
}
