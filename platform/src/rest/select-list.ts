import { type Field, readField, readName } from './field.ts';
import { attempt, isNext, match, miss, readList, requireNext, type Scanner, skip, skipSpace } from './scanner.ts';

/** What rows can be summed up to. */
export type AggregateFunction = 'sum' | 'avg' | 'count' | 'max' | 'min';

/** An aggregate, and what its result is cast to. */
export type Aggregate = { readonly name: AggregateFunction; readonly cast: string | undefined };

/** A column, or a place inside its JSON; `aggregate` sums it up over the rows of a group. */
export type FieldItem = {
  readonly kind: 'field';
  readonly field: Field;
  readonly alias: string | undefined;
  readonly cast: string | undefined;
  readonly aggregate: Aggregate | undefined;
};

/** Another resource to embed, with a select list of its own. A spread one gives its columns to the row around it. */
export type ResourceItem = {
  readonly kind: 'resource';
  readonly name: string;
  readonly alias: string | undefined;
  /** A constraint, a column or a junction that tells which of several relationships is meant. */
  readonly hint: string | undefined;
  /** Whether rows without a related one are left out. */
  readonly isInner: boolean;
  readonly isSpread: boolean;
  readonly select: readonly SelectItem[];
};

/** One item of `select=`. */
export type SelectItem =
  | { readonly kind: 'all' }
  | FieldItem
  /** `count()`: the number of rows of a group. */
  | { readonly kind: 'count'; readonly alias: string | undefined; readonly aggregate: Aggregate }
  | ResourceItem;

/** What a resource is called in an answer, in filters and in orders. */
export function resourceKey({ alias, name }: ResourceItem): string {
  return alias ?? name;
}

/** The resources of a select list. */
export function resourcesOf(select: readonly SelectItem[]): readonly ResourceItem[] {
  return select.filter((item) => item.kind === 'resource');
}

/** How much a select list embeds: resources inside resources, and resources in all. */
export function embeddingSize(select: readonly SelectItem[]): { readonly depth: number; readonly count: number } {
  const inner = resourcesOf(select).map((resource) => embeddingSize(resource.select));
  return {
    depth: inner.reduce((deepest, { depth }) => Math.max(deepest, depth + 1), 0),
    count: inner.reduce((sum, { count }) => sum + count + 1, 0),
  };
}

/** Whether a select list, or one inside it, has an aggregate. */
export function hasAggregates(select: readonly SelectItem[]): boolean {
  return select.some((item) => {
    if (item.kind === 'resource') return hasAggregates(item.select);
    return item.kind === 'count' || (item.kind === 'field' && item.aggregate !== undefined);
  });
}

/** Items one list may have: PostgreSQL's own limit is 1664 output columns. */
const maximumItems = 500;

/** Resources inside resources. */
export const maximumDepth = 8;

/** Reads a select list. An empty one means every column. */
export function readSelectList(scanner: Scanner): readonly SelectItem[] | undefined {
  if (scanner.text.trim() === '') {
    scanner.position = scanner.text.length;
    return [{ kind: 'all' }];
  }
  return readItems(scanner, 0);
}

function readItems(scanner: Scanner, depth: number): readonly SelectItem[] | undefined {
  return readList(scanner, maximumItems, (inner) => readItem(inner, depth));
}

function readItem(scanner: Scanner, depth: number): SelectItem | undefined {
  return (
    attempt(scanner, readAll) ??
    attempt(scanner, readCount) ??
    attempt(scanner, (inner) => readResource(inner, depth)) ??
    readFieldItem(scanner)
  );
}

function readAll(scanner: Scanner): SelectItem | undefined {
  return skip(scanner, '*') && isNext(scanner, itemEnd) ? { kind: 'all' } : undefined;
}

function readCount(scanner: Scanner): SelectItem | undefined {
  const alias = attempt(scanner, readAlias);
  if (!skip(scanner, 'count()')) return undefined;
  const aggregate: Aggregate = { name: 'count', cast: readCast(scanner) };
  return isNext(scanner, itemEnd) ? { kind: 'count', alias, aggregate } : undefined;
}

function readResource(scanner: Scanner, depth: number): SelectItem | undefined {
  const isSpread = skip(scanner, '...');
  const alias = isSpread ? undefined : attempt(scanner, readAlias);
  const name = readName(scanner);
  if (name === undefined || name === 'count') return undefined;
  const modifiers: string[] = [];
  while (skip(scanner, '!')) {
    const modifier = readName(scanner);
    if (modifier === undefined) return undefined;
    modifiers.push(modifier);
  }
  if (!skip(scanner, '(')) return undefined;
  if (depth === maximumDepth) return miss(scanner, `at most ${maximumDepth} nested resources`);
  skipSpace(scanner);
  const select = isNext(scanner, /\)/y) ? [] : readItems(scanner, depth + 1);
  if (select === undefined || !requireNext(scanner, ')')) return undefined;
  const hint = modifiers.find((modifier) => modifier !== 'inner' && modifier !== 'left');
  const resource: ResourceItem = { kind: 'resource', name, alias, hint, isInner: modifiers.includes('inner'), isSpread, select };
  return isNext(scanner, itemEnd) ? resource : miss(scanner, '"," or end of input');
}

function readFieldItem(scanner: Scanner): SelectItem | undefined {
  const alias = attempt(scanner, readAlias);
  const field = readField(scanner);
  if (field === undefined) return undefined;
  const cast = readCast(scanner);
  const name = aggregateFunctions.get(match(scanner, /\.(?:sum|avg|count|max|min)\(\)/y) ?? '');
  const aggregate: Aggregate | undefined = name === undefined ? undefined : { name, cast: readCast(scanner) };
  if (!isNext(scanner, itemEnd)) return miss(scanner, '"->>", "->", "::", ".", ")", "," or end of input');
  return { kind: 'field', field, alias, cast, aggregate };
}

const aggregateFunctions: ReadonlyMap<string, AggregateFunction> = new Map(
  (['sum', 'avg', 'count', 'max', 'min'] as const).map((name) => [`.${name}()`, name]),
);

function readAlias(scanner: Scanner): string | undefined {
  const name = readName(scanner);
  return name !== undefined && skip(scanner, ':') && scanner.text[scanner.position] !== ':' ? name : undefined;
}

function readCast(scanner: Scanner): string | undefined {
  return match(scanner, /::[\p{L}0-9_ $]+/uy)
    ?.slice(2)
    .trim();
}

const itemEnd = /(?=[ \t]*(?:,|\)|$))/y;
