import { type Field, readField, readName } from './field.ts';
import { attempt, isNext, match, miss, readList, type Scanner, skip } from './scanner.ts';

/** One item of `select=`. */
export type SelectItem =
  | { readonly kind: 'all' }
  | { readonly kind: 'field'; readonly field: Field; readonly alias: string | undefined; readonly cast: string | undefined }
  /** Another resource to embed: recognised, so that it is refused as a missing relationship. */
  | { readonly kind: 'resource'; readonly name: string; readonly alias: string | undefined; readonly hint: string | undefined }
  /** `count()` or `column.sum()`: recognised, so that it is refused by its own name. */
  | { readonly kind: 'aggregate' };

/** Items one list may have: PostgreSQL's own limit is 1664 output columns. */
const maximumItems = 500;

/** Reads a select list. An empty one means every column. */
export function readSelectList(scanner: Scanner): readonly SelectItem[] | undefined {
  if (scanner.text.trim() === '') {
    scanner.position = scanner.text.length;
    return [{ kind: 'all' }];
  }
  return readList(scanner, maximumItems, readItem);
}

function readItem(scanner: Scanner): SelectItem | undefined {
  return attempt(scanner, readAll) ?? attempt(scanner, readAggregateCount) ?? attempt(scanner, readResource) ?? readFieldItem(scanner);
}

function readAll(scanner: Scanner): SelectItem | undefined {
  return skip(scanner, '*') && isNext(scanner, itemEnd) ? { kind: 'all' } : undefined;
}

function readAggregateCount(scanner: Scanner): SelectItem | undefined {
  attempt(scanner, readAlias);
  if (!skip(scanner, 'count()')) return undefined;
  match(scanner, /::[\p{L}0-9_ $]+/uy);
  return { kind: 'aggregate' };
}

function readResource(scanner: Scanner): SelectItem | undefined {
  const alias = skip(scanner, '...') ? undefined : attempt(scanner, readAlias);
  const name = readName(scanner);
  if (name === undefined) return undefined;
  const modifiers: string[] = [];
  while (skip(scanner, '!')) {
    const modifier = readName(scanner);
    if (modifier === undefined) return undefined;
    modifiers.push(modifier);
  }
  if (!skipParenthesised(scanner)) return undefined;
  return { kind: 'resource', name, alias, hint: modifiers.find((modifier) => modifier !== 'inner' && modifier !== 'left') };
}

/** Steps over a balanced pair of parentheses and all that is in it: what would be embedded is not looked at. */
function skipParenthesised(scanner: Scanner): boolean {
  if (scanner.text[scanner.position] !== '(') return false;
  let depth = 0;
  while (scanner.position < scanner.text.length) {
    const character = scanner.text[scanner.position];
    scanner.position += 1;
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0) return true;
  }
  return false;
}

function readFieldItem(scanner: Scanner): SelectItem | undefined {
  const alias = attempt(scanner, readAlias);
  const field = readField(scanner);
  if (field === undefined) return undefined;
  const cast = readCast(scanner);
  if (match(scanner, /\.(?:sum|avg|count|max|min)\(\)/y) !== undefined) {
    readCast(scanner);
    return { kind: 'aggregate' };
  }
  return isNext(scanner, itemEnd) ? { kind: 'field', field, alias, cast } : miss(scanner, '"->>", "->", "::", ".", "," or end of input');
}

function readAlias(scanner: Scanner): string | undefined {
  const name = readName(scanner);
  return name !== undefined && skip(scanner, ':') && scanner.text[scanner.position] !== ':' ? name : undefined;
}

function readCast(scanner: Scanner): string | undefined {
  return match(scanner, /::[\p{L}0-9_ $]+/uy)
    ?.slice(2)
    .trim();
}

const itemEnd = /(?=[ \t]*(?:,|$))/y;
