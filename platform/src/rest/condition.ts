import { type Field, readField } from './field.ts';
import { attempt, match, miss, readList, readQuoted, requireNext, type Scanner, skip, skipSpace } from './scanner.ts';

/** Operators that compare with one value, or with any or all of an array. */
export type QuantifiableOperator = 'eq' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'ilike' | 'match' | 'imatch';

/** Operators that compare with one value of the column's own type. */
export type SimpleOperator = 'neq' | 'cs' | 'cd' | 'ov' | 'sl' | 'sr' | 'nxr' | 'nxl' | 'adj' | 'isdistinct';

/** Full-text search: plain `to_tsquery`, or one of its three friendlier forms. */
export type SearchOperator = 'fts' | 'plfts' | 'phfts' | 'wfts';

/** What `is` compares with. */
export type IsOperand = 'null' | 'not_null' | 'true' | 'false' | 'unknown';

/** What is asked of a field. */
export type Operation =
  | {
      readonly kind: 'compare';
      readonly operator: QuantifiableOperator;
      readonly quantifier: 'any' | 'all' | undefined;
      readonly value: string;
    }
  | { readonly kind: 'simple'; readonly operator: SimpleOperator; readonly value: string }
  | { readonly kind: 'search'; readonly operator: SearchOperator; readonly language: string | undefined; readonly value: string }
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly operand: IsOperand };

/** One filter on one field. */
export type Filter = { readonly kind: 'filter'; readonly field: Field; readonly isNegated: boolean; readonly operation: Operation };

/** A filter, or several joined. */
export type Condition =
  | Filter
  | { readonly kind: 'group'; readonly join: 'and' | 'or'; readonly isNegated: boolean; readonly members: readonly Condition[] };

/** Groups inside groups: PostgreSQL would stand more, no client needs more. */
const maximumDepth = 24;

/** Members of one group. */
const maximumMembers = 500;

/** Elements of one `in.(…)`. */
const maximumElements = 10_000;

type ValueReader = (scanner: Scanner) => string | undefined;

/** Reads the operation of `column=operation`: its value is the rest of the text. */
export function readOperation(scanner: Scanner): { readonly isNegated: boolean; readonly operation: Operation } | undefined {
  return readOperationWith(scanner, readRest);
}

/** Reads a tree such as `or(a.eq.1,not.and(b.lt.2,c.is.null))`. */
export function readConditionTree(scanner: Scanner): Condition | undefined {
  return readTree(scanner, 0);
}

function readTree(scanner: Scanner, depth: number): Condition | undefined {
  const filter = attempt(scanner, readTreeFilter);
  if (filter !== undefined) return filter;
  if (depth === maximumDepth) return miss(scanner, `at most ${maximumDepth} nested groups`);
  const isNegated = skip(scanner, 'not.');
  const join = skip(scanner, 'and') ? 'and' : skip(scanner, 'or') ? 'or' : undefined;
  if (join === undefined) return miss(scanner, 'logic operator (and, or)');
  skipSpace(scanner);
  if (!requireNext(scanner, '(')) return undefined;
  const members = readList(scanner, maximumMembers, (inner) => readTree(inner, depth + 1));
  if (members === undefined || !requireNext(scanner, ')')) return undefined;
  skipSpace(scanner);
  return { kind: 'group', join, isNegated, members };
}

function readTreeFilter(scanner: Scanner): Condition | undefined {
  const field = readField(scanner);
  if (field === undefined || !requireNext(scanner, '.')) return undefined;
  const read = readOperationWith(scanner, readTreeValue);
  return read === undefined ? undefined : { kind: 'filter', field, ...read };
}

function readOperationWith(
  scanner: Scanner,
  readValue: ValueReader,
): { readonly isNegated: boolean; readonly operation: Operation } | undefined {
  const isNegated = skip(scanner, 'not.');
  const operation = readBareOperation(scanner, readValue);
  return operation === undefined ? undefined : { isNegated, operation };
}

function readBareOperation(scanner: Scanner, readValue: ValueReader): Operation | undefined {
  if (skip(scanner, 'in.')) {
    const values = readElements(scanner);
    return values === undefined ? undefined : { kind: 'in', values };
  }
  if (skip(scanner, 'is.')) {
    const operand = isOperands.get(match(scanner, /not_null|null|true|false|unknown/iy)?.toLowerCase() ?? '');
    return operand === undefined ? miss(scanner, 'isVal: (null, not_null, true, false, unknown)') : { kind: 'is', operand };
  }
  const head = operatorAt(scanner);
  if (head === undefined) return miss(scanner, 'operator (eq, gt, ...)');
  const value = readValue(scanner);
  return value === undefined ? undefined : head(value);
}

const isOperands: ReadonlyMap<string, IsOperand> = new Map(
  (['null', 'not_null', 'true', 'false', 'unknown'] as const).map((operand) => [operand, operand]),
);

const quantifiable: ReadonlyMap<string, QuantifiableOperator> = new Map(
  (['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'] as const).map((operator) => [operator, operator]),
);

const simple: ReadonlyMap<string, SimpleOperator> = new Map(
  (['neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj', 'isdistinct'] as const).map((operator) => [operator, operator]),
);

const search: ReadonlyMap<string, SearchOperator> = new Map(
  (['fts', 'plfts', 'phfts', 'wfts'] as const).map((operator) => [operator, operator]),
);

/** Reads an operator with what may stand in its parentheses and its dot; the value makes it whole. */
function operatorAt(scanner: Scanner): ((value: string) => Operation) | undefined {
  const text = match(scanner, /[a-z]+(?:\([\p{L}0-9_ $]+\))?\./uy);
  const [, name = '', parameter] = /^([a-z]+)(?:\((.+)\))?\.$/u.exec(text ?? '') ?? [];
  const compared = quantifiable.get(name);
  if (compared !== undefined && (parameter === undefined || parameter === 'any' || parameter === 'all')) {
    return (value) => ({ kind: 'compare', operator: compared, quantifier: parameter, value });
  }
  const searched = search.get(name);
  // PostgreSQL would take a number for the catalog's own number of a language, whatever that names.
  const isLanguage = parameter === undefined || !/^\s*\d+\s*$/.test(parameter);
  if (searched !== undefined && isLanguage) return (value) => ({ kind: 'search', operator: searched, language: parameter?.trim(), value });
  const plain = simple.get(name);
  if (plain !== undefined && parameter === undefined) return (value) => ({ kind: 'simple', operator: plain, value });
  if (text !== undefined) scanner.position -= text.length;
  return undefined;
}

function readRest(scanner: Scanner): string {
  const rest = scanner.text.slice(scanner.position);
  scanner.position = scanner.text.length;
  return rest;
}

/** Inside a group a value ends at a comma or a parenthesis, unless it is quoted or an array in braces. */
function readTreeValue(scanner: Scanner): string | undefined {
  return attempt(scanner, readWholeQuoted) ?? match(scanner, /\{[^{}]*\}/y) ?? match(scanner, /[^,)]+/y) ?? '';
}

function readElements(scanner: Scanner): readonly string[] | undefined {
  skipSpace(scanner);
  if (!requireNext(scanner, '(')) return undefined;
  const values: string[] = [];
  do {
    if (values.length === maximumElements) return miss(scanner, `at most ${maximumElements} elements`);
    values.push(attempt(scanner, readWholeQuoted) ?? match(scanner, /[^,)]+/y) ?? '');
  } while (skip(scanner, ','));
  if (!requireNext(scanner, ')')) return undefined;
  skipSpace(scanner);
  // `in.()` has no elements, not one empty one.
  return values.length === 1 && values[0] === '' ? [] : values;
}

function readWholeQuoted(scanner: Scanner): string | undefined {
  if (scanner.text[scanner.position] !== '"') return undefined;
  const value = readQuoted(scanner);
  const next = scanner.text[scanner.position];
  return next === undefined || next === ',' || next === ')' ? value : undefined;
}
