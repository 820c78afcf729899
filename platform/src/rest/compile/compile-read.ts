import { type Result, succeed } from '@castellan/foundation/result';
import type { Representation } from '../media-type.ts';
import type { Preferences } from '../preferences.ts';
import type { QueryParameters } from '../query-parameters.ts';
import type { RestFailure } from '../rest-failure.ts';
import type { RowRange } from '../row-range.ts';
import type { Source } from './compile-condition.ts';
import { compileResource, selectList } from './compile-resource.ts';
import { compileBody, compileRange } from './compile-rows.ts';
import { type Statement, whereAll } from './resource.ts';
import { nothing, type Sql, sql } from './sql.ts';

/** How the rows of a source are to be read. */
export type ReadPlan = {
  readonly statement: Statement;
  readonly source: Source;
  /** The relation whose rows they are, if they are of one: only then can others be embedded in them. */
  readonly relation: string | undefined;
  /** Where the rows come from, when that is not the source's own reference: what stands after `with`. */
  readonly from: Sql;
  /** What must hold besides the request's own conditions. */
  readonly gate?: Sql;
  readonly parameters: QueryParameters;
  readonly range: RowRange;
  readonly count: Preferences['count'];
  /** `undefined` where no body is wanted. */
  readonly representation: Representation | undefined;
  /** What of each row is shown, and whether there is only one: see `compileBody`. */
  readonly item?: Sql;
  readonly isOne?: boolean;
};

/**
 * Compiles a read: its one row has the total (if it is to be counted), the number of rows and the body. A total is always
 * counted out under the caller's policies, also where an estimate was asked for: the planner estimates from statistics of
 * all rows, so that its guess would tell of those that the policies hide.
 */
export function compileRead(plan: ReadPlan): Result<Sql, RestFailure> {
  const { statement, source, relation, parameters, representation } = plan;
  const isGuarded = plan.gate !== undefined && plan.gate !== nothing;
  const compiled = compileResource(statement, { source, relation, select: parameters.select, parameters, depth: 0, isGuarded });
  if (!compiled.ok) return compiled;
  const { columns, joins, conditions, group, order } = compiled.value;
  const where = whereAll([...(isGuarded && plan.gate !== undefined ? [plan.gate] : []), ...conditions]);
  const rest = sql`from ${source.reference}${joins}${where}${group}${order}`;
  const rows = sql`select ${selectList(columns)} ${rest}${compileRange(plan.range)}`;
  const isCounted = plan.count !== undefined;
  const counted = sql`, castellan_counted as (select 1 from ${source.reference}${where})`;
  const total = isCounted ? sql`(select count(*) from castellan_counted)::text` : sql`null`;
  const body = representation === undefined ? sql`null` : compileBody(representation, plan.item, plan.isOne);
  return succeed(sql`with ${plan.from}castellan_rows as (${rows})${isCounted ? counted : nothing}
      select ${total} as total, count(*)::text as "rowCount", ${body} as body from castellan_rows as castellan_row`);
}
