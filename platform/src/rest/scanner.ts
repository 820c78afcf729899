import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type RestFailure, unparsable } from './rest-failure.ts';

/**
 * Reads one text from left to right. A reader returns `undefined` where the text is not what it wants, and `wanted`
 * says what the furthest such reader wanted: that becomes the refusal.
 */
export type Scanner = {
  readonly text: string;
  position: number;
  furthest: number;
  wanted: string;
};

/** Reads the whole of a text; what is left over, or the first thing that is wrong, is a PGRST100. */
export function scan<Value>(
  label: string,
  text: string,
  read: (scanner: Scanner) => Value | undefined,
): Result<NonNullable<Value>, RestFailure> {
  const scanner: Scanner = { text, position: 0, furthest: 0, wanted: 'end of input' };
  const value = read(scanner);
  if (value !== undefined && value !== null && scanner.position === text.length) return succeed(value);
  if (value !== undefined) miss(scanner, 'end of input');
  const found = text.codePointAt(scanner.furthest);
  const unexpected = found === undefined ? 'end of input' : JSON.stringify(String.fromCodePoint(found));
  return fail(unparsable(`${label} (${text})`, scanner.furthest, `unexpected ${unexpected} expecting ${scanner.wanted}`));
}

/** Notes what was wanted here. Returns `undefined`, so that a reader can end with it. */
export function miss(scanner: Scanner, wanted: string): undefined {
  if (scanner.position >= scanner.furthest) {
    scanner.furthest = scanner.position;
    scanner.wanted = wanted;
  }
  return undefined;
}

/** Steps over exactly this text, if it is next. */
export function skip(scanner: Scanner, literal: string): boolean {
  if (!scanner.text.startsWith(literal, scanner.position)) return false;
  scanner.position += literal.length;
  return true;
}

/** Like `skip`, and notes that the text was wanted. */
export function requireNext(scanner: Scanner, literal: string): boolean {
  if (skip(scanner, literal)) return true;
  miss(scanner, JSON.stringify(literal));
  return false;
}

/** Reads what a sticky expression matches here; never an empty text. */
export function match(scanner: Scanner, expression: RegExp): string | undefined {
  expression.lastIndex = scanner.position;
  const found = expression.exec(scanner.text)?.[0];
  if (found === undefined || found === '') return undefined;
  scanner.position += found.length;
  return found;
}

/** Whether a sticky expression matches here; moves nowhere. */
export function isNext(scanner: Scanner, expression: RegExp): boolean {
  expression.lastIndex = scanner.position;
  return expression.test(scanner.text);
}

/** Goes back where the reader finds nothing, so that another can try from the same place. */
export function attempt<Value>(scanner: Scanner, read: (scanner: Scanner) => Value | undefined): Value | undefined {
  const start = scanner.position;
  const value = read(scanner);
  if (value === undefined) scanner.position = start;
  return value;
}

/** Reads items with commas between them, up to `limit` of them. */
export function readList<Value>(scanner: Scanner, limit: number, read: (scanner: Scanner) => Value | undefined): Value[] | undefined {
  const items: Value[] = [];
  do {
    if (items.length === limit) return miss(scanner, `at most ${limit} items`);
    skipSpace(scanner);
    const item = read(scanner);
    if (item === undefined) return undefined;
    items.push(item);
    skipSpace(scanner);
  } while (skip(scanner, ','));
  return items;
}

/** Steps over blanks and tabs. */
export function skipSpace(scanner: Scanner): void {
  match(scanner, /[ \t]+/y);
}

/** Reads a double-quoted text, in which a backslash takes the next character as it is. */
export function readQuoted(scanner: Scanner): string | undefined {
  const quoted = match(scanner, /"[^"\\]*(?:\\.[^"\\]*)*"/sy);
  if (quoted === undefined) return miss(scanner, '"\\""');
  return quoted.slice(1, -1).replace(/\\(.)/gs, '$1');
}
