import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type Condition, type Filter, readConditionTree, readOperation } from './condition.ts';
import { type Field, readName, readPath } from './field.ts';
import { type OrderTerm, readOrder } from './order.ts';
import { notEmbedded, queryTooLong, type RestFailure, unparsable } from './rest-failure.ts';
import { readList, type Scanner, scan, skip } from './scanner.ts';
import { embeddingSize, maximumDepth, readSelectList, resourceKey, resourcesOf, type SelectItem } from './select-list.ts';

/** What is asked of the rows of one resource. */
export type ResourceParameters = {
  /** All of them must hold. */
  readonly conditions: readonly Condition[];
  readonly order: readonly OrderTerm[];
  readonly limit: bigint | undefined;
  readonly offset: bigint | undefined;
  /** The same of the resources embedded in it, by what they are called in the select list. */
  readonly embedded: ReadonlyMap<string, ResourceParameters>;
};

/** What a query string asks for. */
export type QueryParameters = ResourceParameters & {
  readonly select: readonly SelectItem[];
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

/** Resources that one select list may embed, at any depth. */
const maximumResources = 60;

type ParsedResource = {
  -readonly [Key in Exclude<keyof ResourceParameters, 'embedded'>]: ResourceParameters[Key];
} & { readonly embedded: Map<string, ParsedResource> };

/** What is parsed so far. */
type Parsed = ParsedResource & { -readonly [Key in Exclude<keyof QueryParameters, keyof ResourceParameters>]: QueryParameters[Key] };

/** Nothing asked: every row, in any order. */
export const nothingAsked: ResourceParameters = emptyResource();

function emptyResource(): ParsedResource {
  return { conditions: [], order: [], limit: undefined, offset: undefined, embedded: new Map() };
}

/**
 * Parses a query string (with or without its question mark). `takesArguments` is true for a function called by GET:
 * what is no filter is an argument then, and a PGRST100 everywhere else.
 */
export function parseQueryParameters(search: string, takesArguments: boolean): Result<QueryParameters, RestFailure> {
  const pairs = decodePairs(search);
  if (!pairs.ok) return pairs;
  const parsed: Parsed = {
    ...emptyResource(),
    select: [{ kind: 'all' }],
    columns: undefined,
    onConflict: undefined,
    arguments: [],
    canonical: canonicalOf(pairs.value),
  };
  for (const [name, value] of pairs.value) {
    const refused = addParameter(parsed, name, value, takesArguments);
    if (refused !== undefined) return fail(refused);
  }
  if (embeddingSize(parsed.select).count > maximumResources) {
    return fail(unparsable('failed to parse select parameter', 0, `expecting at most ${maximumResources} embedded resources`));
  }
  const stranger = findStranger(parsed.select, parsed.embedded);
  return stranger === undefined ? succeed(parsed) : fail(stranger);
}

/** Why a filter, an order or a limit is on a resource that the select list does not embed under that name. */
function findStranger(select: readonly SelectItem[], embedded: ResourceParameters['embedded']): RestFailure | undefined {
  const resources = resourcesOf(select);
  for (const [name, inner] of embedded) {
    const resource = resources.find((candidate) => resourceKey(candidate) === name);
    if (resource === undefined) return notEmbedded(name, resources.find((candidate) => candidate.name === name)?.alias);
    const stranger = findStranger(resource.select, inner.embedded);
    if (stranger !== undefined) return stranger;
  }
  return undefined;
}

/** Adds one parameter to what is parsed so far; returns why not, where it cannot. */
function addParameter(parsed: Parsed, name: string, value: string, takesArguments: boolean): RestFailure | undefined {
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
  }
  const [, path, keyword] = /^(?:(.+)\.)?(order|limit|offset|and|or)$/su.exec(name) ?? [];
  if (keyword === undefined) return addFilter(parsed, name, value, takesArguments);
  const isNegated = /^(?:.+\.)?not$/su.test(path ?? '') && (keyword === 'and' || keyword === 'or');
  const resources = isNegated ? path?.slice(0, -'not'.length).replace(/\.$/, '') : path;
  if (resources === undefined || resources === '') return addToResource(parsed, keyword, isNegated, value);
  const names = scan('failed to parse tree path', resources, readResourcePath);
  if (!names.ok) return names.failure;
  const resource = resourceAt(parsed, names.value);
  return addToResource(resource, keyword, isNegated, value);
}

function addToResource(resource: ParsedResource, keyword: string, isNegated: boolean, value: string): RestFailure | undefined {
  switch (keyword) {
    case 'order':
      return assign(scan('failed to parse order', value, readOrder), (terms) => {
        resource.order = [...resource.order, ...terms];
      });
    case 'limit':
      resource.limit = wholeNumber(value);
      return undefined;
    case 'offset':
      resource.offset = wholeNumber(value);
      return undefined;
    default:
      return assign(scan('failed to parse logic tree', `${isNegated ? 'not.' : ''}${keyword}${value}`, readConditionTree), (condition) => {
        resource.conditions = [...resource.conditions, condition];
      });
  }
}

/** What is asked of the resource that a path of names leads to. */
function resourceAt(parsed: ParsedResource, path: readonly string[]): ParsedResource {
  let resource = parsed;
  // A path that is deeper than anything can be embedded is refused by its last name all the same.
  for (const name of path.slice(0, maximumDepth + 1)) {
    const inner = resource.embedded.get(name) ?? emptyResource();
    resource.embedded.set(name, inner);
    resource = inner;
  }
  return resource;
}

function addFilter(parsed: Parsed, name: string, value: string, takesArguments: boolean): RestFailure | undefined {
  const key = scan('failed to parse tree path', name, readTreePath);
  if (!key.ok) return key.failure;
  const { path, field } = key.value;
  const operation = scan('failed to parse filter', value, readOperation);
  if (!operation.ok && takesArguments) {
    parsed.arguments = [...parsed.arguments, [field.column, value]];
    return undefined;
  }
  if (!operation.ok) return operation.failure;
  const filter: Filter = { kind: 'filter', field, ...operation.value };
  const resource = resourceAt(parsed, path);
  resource.conditions = [...resource.conditions, filter];
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

/** Reads `column->path` after the names of the resources it is in, such as `clients.projects.name`. */
function readTreePath(scanner: Scanner): { readonly path: readonly string[]; readonly field: Field } | undefined {
  const names = readResourcePath(scanner);
  if (names === undefined) return undefined;
  const jsonPath = readPath(scanner);
  const column = names.at(-1);
  return jsonPath === undefined || column === undefined ? undefined : { path: names.slice(0, -1), field: { column, path: jsonPath } };
}

function readResourcePath(scanner: Scanner): readonly string[] | undefined {
  const names: string[] = [];
  do {
    const name = readName(scanner);
    if (name === undefined) return undefined;
    names.push(name);
  } while (skip(scanner, '.'));
  return names;
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
