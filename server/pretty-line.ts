import { styleText } from 'node:util';
import type { LogLine } from './log.ts';

/** By standard error's own rule: no colour where it is no terminal, or where `NO_COLOR` is set. */
const colours = { debug: 'gray', info: 'green', warn: 'yellow', error: 'red' } as const;

/**
 * A line of the log for people at a terminal: time of day (UTC), level, event, then what it adds. The stack of an error stands below,
 * indented. What strangers sent cannot steer the terminal: control characters are escaped.
 */
export function prettyLine({ time, level, event, ...fields }: LogLine): string {
  const head = `${time.slice(11, 23)} ${styleText(colours[level], level.padEnd(5), { stream: process.stderr })} ${plain(event)}`;
  const { requestId, error, ...others } = fields;
  // The first characters find the line, and are what people are shown.
  const request = typeof requestId === 'string' ? [`request=${plain(requestId.slice(0, 8))}`] : [];
  const said = Object.entries(others)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${quoted(String(value))}`);
  const stack =
    error === undefined
      ? []
      : String(error)
          .split('\n')
          .map((line) => `\n    ${plain(line)}`);
  return `${[head, ...said, ...request].join(' ')}${stack.join('')}`;
}

/** In quotation marks where a reader could not tell where it ends. */
function quoted(text: string): string {
  return /^[^\s"=]+$/.test(text) ? plain(text) : plain(JSON.stringify(text));
}

function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}
