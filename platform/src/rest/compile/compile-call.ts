import { takesWholeBody } from '../find-function.ts';
import type { RequestBody, WholeBody } from '../request-body.ts';
import type { DatabaseFunction, Parameter } from '../schema-cache.ts';
import { fromBody } from './compile-write.ts';
import { bound, comma, joined, nothing, type Sql, sql } from './sql.ts';

/** The arguments of a call: of a POST's body, or of a GET's query string. */
export type CallArguments =
  | { readonly kind: 'body'; readonly body: RequestBody; readonly names: readonly string[] }
  | { readonly kind: 'whole'; readonly body: WholeBody }
  | { readonly kind: 'query'; readonly pairs: readonly (readonly [string, string])[] };

/** The rows that a call gives, as a statement; a scalar is a row with the one column `castellan_scalar`. */
export function compileCall(found: DatabaseFunction, given: CallArguments): Sql {
  if (given.kind === 'whole' || (given.kind === 'body' && takesWholeBody(found))) {
    const type = found.parameters[0]?.type ?? sql`json`;
    return sql`select ${resultOf(found)} from ${calling(found, sql`${bound(given.body.text)}::${type}`)}`;
  }
  const names = new Set(given.kind === 'body' ? given.names : given.pairs.map(([name]) => name));
  const parameters = found.parameters.filter((parameter) => names.has(parameter.name));
  if (given.kind === 'query' || parameters.length === 0) {
    const values = parameters.map((parameter) => assign(parameter, queryValue(parameter, given)));
    return sql`select ${resultOf(found)} from ${calling(found, joined(values, comma))}`;
  }
  const values = parameters.map((parameter) => assign(parameter, sql`castellan_body.${parameter.reference}`));
  return sql`select ${resultOf(found)} ${fromBody(given.body, parameters, false, true)}, lateral ${calling(found, joined(values, comma))}`;
}

function resultOf(found: DatabaseFunction): Sql {
  return found.returns === 'row' ? sql`castellan_call.*` : sql`castellan_call.castellan_scalar`;
}

function calling(found: DatabaseFunction, values: Sql): Sql {
  const call = sql`${found.reference}(${values})`;
  return found.returns === 'row' ? sql`${call} castellan_call` : sql`(select ${call} as castellan_scalar) castellan_call`;
}

function assign(parameter: Parameter, value: Sql): Sql {
  return sql`${parameter.isVariadic ? sql`variadic ` : nothing}${parameter.reference} := ${value}`;
}

/** A parameter given twice counts once, the last time, unless it takes any number of values. */
function queryValue(parameter: Parameter, given: CallArguments): Sql {
  const values = given.kind === 'query' ? given.pairs.flatMap(([name, value]) => (name === parameter.name ? [value] : [])) : [];
  return sql`${bound(parameter.isVariadic ? values : (values.at(-1) ?? null))}::${parameter.type}`;
}
