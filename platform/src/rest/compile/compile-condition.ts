import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Condition, Filter, IsOperand, Operation, QuantifiableOperator, SearchOperator, SimpleOperator } from '../condition.ts';
import type { Field, JsonStep } from '../field.ts';
import { type RestFailure, undefinedColumn } from '../rest-failure.ts';
import type { Column, Columns } from '../schema-cache.ts';
import { bound, joined, nothing, type Sql, sql } from './sql.ts';

/** What the names of a request stand for: a relation, or the rows of a function. */
export type Source = {
  /** As messages call it. */
  readonly name: string;
  /** As the statement calls it. */
  readonly reference: Sql;
  readonly columns: Columns;
  /** Functions of a whole row that are read like columns, and the row that they are given. */
  readonly computed?: Columns;
  readonly row?: Sql;
  /** Is told each column that the statement reads; `undefined` for the whole row. */
  readonly note?: (column: string | undefined) => void;
  /** Whether a row has related rows in an embedded resource, as SQL; `undefined` where none is embedded under that name. */
  readonly isPresent?: (resource: string) => Result<Sql, RestFailure> | undefined;
};

/** A field as SQL, with the type its comparisons have. */
export type Expression = Pick<Column, 'type' | 'arrayType' | 'isSearchVector'> & { readonly value: Sql };

/** Finds the column of a field and walks its JSON path. An unknown column is a 42703. */
export function compileField(source: Source, field: Field): Result<Expression, RestFailure> {
  const column = source.columns.get(field.column) ?? source.computed?.get(field.column);
  if (column === undefined) return fail(undefinedColumn(source.name, field.column));
  const plain = columnValue(source, column);
  const last = field.path.at(-1);
  if (last === undefined) return succeed({ ...column, value: plain });
  // A column that is JSON already is left as it is, so that an index on the expression can be used.
  const start = column.isJson ? plain : sql`to_jsonb(${plain})`;
  const value = field.path.reduce((inner, step) => sql`${inner}${compileStep(step)}`, start);
  const json = column.isJson ? column : { type: sql`jsonb`, arrayType: sql`jsonb[]` };
  const { type, arrayType } = last.arrow === '->>' ? { type: sql`text`, arrayType: sql`text[]` } : json;
  return succeed({ value, type, arrayType, isSearchVector: false });
}

/** The value of a column in a row of the source. */
export function columnValue({ reference, row, note }: Source, column: Column): Sql {
  const isComputed = column.computedBy !== undefined && row !== undefined;
  note?.(isComputed ? undefined : column.name);
  return isComputed ? sql`${column.computedBy}(${row})` : sql`${reference}.${column.reference}`;
}

function compileStep(step: JsonStep): Sql {
  const operand = 'key' in step ? sql`${bound(step.key)}::text` : sql`${bound(step.index)}::int`;
  return step.arrow === '->>' ? sql`->>${operand}` : sql`->${operand}`;
}

/** `where …` for conditions that must all hold, `gate` first; nothing where there are none. */
export function compileWhere(source: Source, conditions: readonly Condition[], gate: Sql = nothing): Result<Sql, RestFailure> {
  if (conditions.length === 0) return succeed(gate === nothing ? nothing : sql` where ${gate}`);
  const compiled = compileAll(source, conditions, sql` and `);
  if (!compiled.ok) return compiled;
  return succeed(gate === nothing ? sql` where ${compiled.value}` : sql` where ${gate} and ${compiled.value}`);
}

/** Conditions that must all hold (or one of them, by another separator). */
export function compileAll(source: Source, conditions: readonly Condition[], separator: Sql): Result<Sql, RestFailure> {
  const compiled: Sql[] = [];
  for (const condition of conditions) {
    const one = compileCondition(source, condition);
    if (!one.ok) return one;
    compiled.push(one.value);
  }
  return succeed(joined(compiled, separator));
}

function compileCondition(source: Source, condition: Condition): Result<Sql, RestFailure> {
  if (condition.kind === 'filter') return compileFilter(source, condition);
  const members = compileAll(source, condition.members, condition.join === 'and' ? sql` and ` : sql` or `);
  if (!members.ok) return members;
  return succeed(condition.isNegated ? sql`not (${members.value})` : sql`(${members.value})`);
}

function compileFilter(source: Source, filter: Filter): Result<Sql, RestFailure> {
  const presence = compilePresence(source, filter);
  if (presence !== undefined) return presence;
  const field = compileField(source, filter.field);
  if (!field.ok) return field;
  const test = compileOperation(field.value, filter.operation);
  return succeed(filter.isNegated ? sql`not (${test})` : sql`(${test})`);
}

/** `resource=is.null` and `not.is.null`, where the name is that of an embedded resource. */
function compilePresence(source: Source, { field, operation, isNegated }: Filter): Result<Sql, RestFailure> | undefined {
  if (operation.kind !== 'is' || field.path.length > 0) return undefined;
  if (operation.operand !== 'null' && operation.operand !== 'not_null') return undefined;
  const present = source.isPresent?.(field.column);
  if (present === undefined || !present.ok) return present;
  const wantsPresent = (operation.operand === 'not_null') !== isNegated;
  return succeed(wantsPresent ? present.value : sql`not ${present.value}`);
}

function compileOperation(field: Expression, operation: Operation): Sql {
  switch (operation.kind) {
    case 'is':
      return sql`${field.value} is ${isOperands[operation.operand]}`;
    case 'in':
      return sql`${field.value} = any(${bound(operation.values)}::${field.arrayType})`;
    case 'simple':
      return sql`${field.value} ${simpleOperators[operation.operator]} ${bound(operation.value)}::${field.type}`;
    case 'compare':
      return compileComparison(field, operation.operator, operation.quantifier, operation.value);
    case 'search': {
      const language = operation.language === undefined ? nothing : sql`${bound(operation.language)}::regconfig, `;
      const vector = field.isSearchVector ? field.value : sql`to_tsvector(${language}${field.value})`;
      return sql`${vector} @@ ${searchFunctions[operation.operator]}(${language}${bound(operation.value)}::text)`;
    }
  }
}

function compileComparison(field: Expression, operator: QuantifiableOperator, quantifier: 'any' | 'all' | undefined, value: string): Sql {
  const isPattern = operator === 'like' || operator === 'ilike';
  // An asterisk is easier to write in an address than a percent sign.
  const operand = bound(isPattern ? value.replaceAll('*', '%') : value);
  const isText = isPattern || operator === 'match' || operator === 'imatch';
  const left = sql`${field.value} ${quantifiableOperators[operator]}`;
  if (quantifier === undefined) return sql`${left} ${operand}::${isText ? sql`text` : field.type}`;
  const array = sql`${operand}::${isText ? sql`text[]` : field.arrayType}`;
  return quantifier === 'any' ? sql`${left} any(${array})` : sql`${left} all(${array})`;
}

const quantifiableOperators: Readonly<Record<QuantifiableOperator, Sql>> = {
  eq: sql`=`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
  like: sql`like`,
  ilike: sql`ilike`,
  match: sql`~`,
  imatch: sql`~*`,
};

const simpleOperators: Readonly<Record<SimpleOperator, Sql>> = {
  neq: sql`<>`,
  cs: sql`@>`,
  cd: sql`<@`,
  ov: sql`&&`,
  sl: sql`<<`,
  sr: sql`>>`,
  nxr: sql`&<`,
  nxl: sql`&>`,
  adj: sql`-|-`,
  isdistinct: sql`is distinct from`,
};

const searchFunctions: Readonly<Record<SearchOperator, Sql>> = {
  fts: sql`to_tsquery`,
  plfts: sql`plainto_tsquery`,
  phfts: sql`phraseto_tsquery`,
  wfts: sql`websearch_to_tsquery`,
};

const isOperands: Readonly<Record<IsOperand, Sql>> = {
  null: sql`null`,
  not_null: sql`not null`,
  true: sql`true`,
  false: sql`false`,
  unknown: sql`unknown`,
};
