import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type Condition, type Filter, readConditionTree, readOperation } from './condition.ts';
import { type Field, readName, readPath } from './field.ts';
import { type OrderTerm, readOrder } from './order.ts';
import { notEmbedded, queryTooLong, type RestFailure, unparsable } from './rest-failure.ts';
import { readList, type Scanner, scan, skip } from './scanner.ts';
import { readSelectList, type SelectItem } from './select-list.ts';

/** What a query string asks for. */
export type QueryParameters = {
  readonly select: readonly SelectItem[];
  /** All of them must hold. */
  readonly conditions: readonly Condition[];
  readonly order: readonly OrderTerm[];
  readonly limit: bigint | undefined;
  readonly offset: bigint | undefined;
  readonly columns: readonly string[] | undefined;
  readonly onConflict: readonly string[] | undefined;
  /** Arguments of a function called by GET; empty otherwise. */
  readonly arguments: readonly (readonly [string, string])[];
  /** The parameters sorted by name, as `Content-Location` shows them. */
  readonly canonical: string;
};

/** Parameters one query string may have. */
const maximumParameters = 1000;

/** Characters one query string may have. */
const maximumLength = 65_536;

/** Names one `columns` or `on_conflict` may have. */
const maximumNames = 1000;

/** What is parsed so far, and which resources filters, orders or limits were on. */
type Parsed = { -readonly [Key in keyof QueryParameters]: QueryParameters[Key] } & { embedded: readonly string[] };

/**
 * Parses a query string (with or without its question mark). `takesArguments` is true for a function called by GET:
 * what is no filter is an argument then, and a PGRST100 everywhere else.
 */
export function parseQueryParameters(search: string, takesArguments: boolean): Result<QueryParameters, RestFailure> {
  const pairs = decodePairs(search);
  if (!pairs.ok) return pairs;
  const parsed: Parsed = {
    select: [{ kind: 'all' }],
    conditions: [],
    order: [],
    limit: undefined,
    offset: undefined,
    columns: undefined,
    onConflict: undefined,
    arguments: [],
    canonical: canonicalOf(pairs.value),
    embedded: [],
  };
  for (const [name, value] of pairs.value) {
    const refused = addParameter(parsed, name, value, takesArguments);
    if (refused !== undefined) return fail(refused);
  }
  const { embedded, ...parameters } = parsed;
  const stranger = embedded.find((name) => !isSelected(parameters.select, name));
  return stranger === undefined ? succeed(parameters) : fail(notEmbedded(stranger));
}

/** Whether a select list embeds a resource: then that there is no such relationship is the answer, whatever is asked of it. */
function isSelected(select: readonly SelectItem[], name: string): boolean {
  return select.some((item) => item.kind === 'resource' && (item.alias ?? item.name) === name);
}

/** Adds one parameter to what is parsed so far; returns why not, where it cannot. */
function addParameter(parsed: Parsed, name: string, value: string, takesArguments: boolean): RestFailure | undefined {
  const embedded = /^([^.]+)\.(?:.+\.)?(?:order|limit|offset|and|or)$/u.exec(name)?.[1];
  if (embedded !== undefined && embedded !== 'not') {
    parsed.embedded = [...parsed.embedded, embedded];
    return undefined;
  }
  switch (name) {
    case 'select':
      return assign(scan('failed to parse select parameter', value, readSelectList), (select) => {
        parsed.select = select;
      });
    case 'columns':
      return assign(scan('failed to parse columns parameter', value, readNames), (columns) => {
        parsed.columns = columns;
      });
    case 'on_conflict':
      return assign(scan('failed to parse on_conflict parameter', value, readNames), (names) => {
        parsed.onConflict = names;
      });
    case 'order':
      return assign(scan('failed to parse order', value, readOrder), (terms) => {
        parsed.order = [...parsed.order, ...terms];
      });
    case 'limit':
      parsed.limit = wholeNumber(value);
      return undefined;
    case 'offset':
      parsed.offset = wholeNumber(value);
      return undefined;
    case 'and':
    case 'or':
    case 'not.and':
    case 'not.or':
      return assign(scan('failed to parse logic tree', `${name}${value}`, readConditionTree), (condition) => {
        parsed.conditions = [...parsed.conditions, condition];
      });
    default:
      return addFilter(parsed, name, value, takesArguments);
  }
}

function addFilter(parsed: Parsed, name: string, value: string, takesArguments: boolean): RestFailure | undefined {
  const key = scan('failed to parse tree path', name, readTreePath);
  if (!key.ok) return key.failure;
  const { resource, field } = key.value;
  const operation = scan('failed to parse filter', value, readOperation);
  if (!operation.ok && takesArguments) {
    parsed.arguments = [...parsed.arguments, [field.column, value]];
    return undefined;
  }
  if (!operation.ok) return operation.failure;
  if (resource !== undefined) {
    parsed.embedded = [...parsed.embedded, resource];
    return undefined;
  }
  const filter: Filter = { kind: 'filter', field, ...operation.value };
  parsed.conditions = [...parsed.conditions, filter];
  return undefined;
}

function assign<Value>(result: Result<Value, RestFailure>, set: (value: Value) => void): RestFailure | undefined {
  if (!result.ok) return result.failure;
  set(result.value);
  return undefined;
}

function readNames(scanner: Scanner): readonly string[] | undefined {
  return readList(scanner, maximumNames, readName);
}

/** Reads `column->path`, or `resource.column` whose resource would have to be embedded. */
function readTreePath(scanner: Scanner): { readonly resource: string | undefined; readonly field: Field } | undefined {
  const names: string[] = [];
  do {
    const name = readName(scanner);
    if (name === undefined) return undefined;
    names.push(name);
  } while (skip(scanner, '.'));
  const path = readPath(scanner);
  const column = names.pop();
  return path === undefined || column === undefined ? undefined : { resource: names[0], field: { column, path } };
}

/** A limit or offset; what is no whole number is passed over, as PostgREST does. */
function wholeNumber(text: string): bigint | undefined {
  return /^ *-?[0-9]{1,30} *$/.test(text) ? BigInt(text.trim()) : undefined;
}

/** Splits and decodes. Bytes that are not UTF-8 and the NUL character, which PostgreSQL has no place for, are refused. */
function decodePairs(search: string): Result<readonly (readonly [string, string])[], RestFailure> {
  if (search.length > maximumLength) return fail(queryTooLong(maximumLength));
  const pairs: (readonly [string, string])[] = [];
  for (const part of search.replace(/^\?/, '').split('&')) {
    const split = part.indexOf('=');
    // A name without an equals sign says nothing, and the key is the gateway's.
    if (split < 0 || part.slice(0, split) === 'apikey') continue;
    const name = decode(part.slice(0, split));
    const value = decode(part.slice(split + 1));
    if (name === undefined || value === undefined) {
      return fail(unparsable('failed to decode query string', 0, 'the query string is not valid UTF-8 or has a NUL character'));
    }
    pairs.push([name, value]);
    if (pairs.length > maximumParameters) {
      return fail(unparsable('failed to parse query string', 0, `expecting at most ${maximumParameters} parameters`));
    }
  }
  return succeed(pairs);
}

function decode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return decoded.includes('\0') ? undefined : decoded;
  } catch {
    return undefined;
  }
}

function canonicalOf(pairs: readonly (readonly [string, string])[]): string {
  return [...pairs]
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}
