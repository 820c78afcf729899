import { fail, type Result, succeed } from '@castellan/foundation/result';
import pg from 'pg';

/** One condition of a subscription's filter, such as `user_id=eq.5`. */
export type FilterCondition = {
  readonly column: string;
  readonly negated: boolean;
  readonly operator: FilterOperator;
  /** One value, or several where the operator is `in`. */
  readonly values: readonly string[];
};

/** The operators that a subscription's filter may use (realtime-js, RealtimePostgresFilterBuilder). */
export type FilterOperator = keyof typeof comparisons | 'in' | 'is';

/** Why a filter is refused; `reason` names the part. */
export type FilterFailure = { readonly code: 'filter_malformed'; readonly reason: string };

type Comparison = { readonly sql: string; readonly asText: boolean };

const comparisons = {
  eq: { sql: '=', asText: false },
  neq: { sql: '<>', asText: false },
  lt: { sql: '<', asText: false },
  lte: { sql: '<=', asText: false },
  gt: { sql: '>', asText: false },
  gte: { sql: '>=', asText: false },
  isdistinct: { sql: 'is distinct from', asText: false },
  like: { sql: 'like', asText: true },
  ilike: { sql: 'ilike', asText: true },
  match: { sql: '~', asText: true },
  imatch: { sql: '~*', asText: true },
} as const satisfies Readonly<Record<string, Comparison>>;

const truthValues = ['null', 'true', 'false', 'unknown'] as const;

/** The most values an `in` may list. */
const listLimit = 100;

/** Reads a filter: conditions joined by commas, all of which must hold. */
export function parseChangeFilter(text: string): Result<readonly FilterCondition[], FilterFailure> {
  if (text === '') return succeed([]);
  const parts = splitOutsideQuotes(text);
  if (parts === undefined) return malformed('a quote or a parenthesis is not closed');
  const conditions: FilterCondition[] = [];
  for (const part of parts) {
    const condition = parseCondition(part);
    if (!condition.ok) return condition;
    conditions.push(condition.value);
  }
  return succeed(conditions);
}

/**
 * One condition as SQL. `typeSql` is the column's type, fully qualified and quoted; `parameter` takes a value and gives
 * its placeholder, so that no value ever becomes part of the statement.
 */
export function conditionSql(
  condition: FilterCondition,
  column: { readonly sql: string; readonly typeSql: string },
  parameter: (value: string) => string,
): string {
  const test = positiveSql(condition, column, parameter);
  return condition.negated ? `not (${test})` : test;
}

function positiveSql(
  { operator, values }: FilterCondition,
  column: { readonly sql: string; readonly typeSql: string },
  parameter: (value: string) => string,
): string {
  const [first = ''] = values;
  if (operator === 'is') return `${column.sql} is ${truthValues.find((value) => value === first) ?? 'null'}`;
  if (operator === 'in') return `${column.sql} in (${values.map((value) => `${parameter(value)}::${column.typeSql}`).join(', ')})`;
  const { sql, asText } = comparisons[operator];
  if (asText) return `${column.sql}::pg_catalog.text ${sql} ${parameter(first)}::pg_catalog.text`;
  return `${column.sql} ${sql} ${parameter(first)}::${column.typeSql}`;
}

function parseCondition(part: string): Result<FilterCondition, FilterFailure> {
  const match = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(part.trim());
  const [, column, not, operator, rest = ''] = match ?? [];
  if (column === undefined || operator === undefined) return malformed('a condition must look like column=operator.value');
  if (!isOperator(operator)) return malformed(`the operator "${operator.slice(0, 20)}" is not known`);
  const values = parseValues(operator, rest);
  if (!values.ok) return values;
  return succeed({ column: column.trim(), negated: not !== undefined, operator, values: values.value });
}

function parseValues(operator: FilterOperator, text: string): Result<readonly string[], FilterFailure> {
  if (operator === 'in') {
    const inside = /^\((.*)\)$/s.exec(text)?.[1];
    const items = inside === undefined ? undefined : splitOutsideQuotes(inside);
    if (items === undefined || items.length > listLimit) return malformed(`"in" wants (one,or,more) values, ${listLimit} at most`);
    return succeed(items.map((item) => unquote(item.trim())));
  }
  if (operator === 'is' && !truthValues.some((value) => value === text)) return malformed(`"is" wants one of ${truthValues.join(', ')}`);
  return succeed([unquote(text)]);
}

function isOperator(name: string): name is FilterOperator {
  return name === 'in' || name === 'is' || Object.hasOwn(comparisons, name);
}

/** Splits at the commas that are neither quoted nor in parentheses. Undefined where a quote or parenthesis stays open. */
function splitOutsideQuotes(text: string): readonly string[] | undefined {
  const parts = [''];
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const separates = character === ',' && !quoted && depth === 0;
    if (separates) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${character}`);
    if (quoted && character === '\\') {
      parts.push(`${parts.pop() ?? ''}${text.charAt(index + 1)}`);
      index += 1;
    } else if (character === '"') quoted = !quoted;
    else if (!quoted && character === '(') depth += 1;
    else if (!quoted && character === ')') depth -= 1;
  }
  return quoted || depth !== 0 ? undefined : parts;
}

function unquote(text: string): string {
  const inside = /^"(.*)"$/s.exec(text)?.[1];
  return inside === undefined ? text : inside.replace(/\\(.)/gs, '$1');
}

function malformed(reason: string): Result<never, FilterFailure> {
  return fail({ code: 'filter_malformed', reason: `filter: ${reason}` });
}

/** A column as SQL, of the row called `source`. */
export function columnSql(source: string, column: string): string {
  return `${source}.${pg.escapeIdentifier(column)}`;
}
