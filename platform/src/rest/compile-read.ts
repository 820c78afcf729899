import { type Result, succeed } from '@castellan/foundation/result';
import { compileWhere, type Source } from './compile-condition.ts';
import { compileBody, compileOrder, compileRange, compileSelect } from './compile-rows.ts';
import type { Representation } from './media-type.ts';
import type { Preferences } from './preferences.ts';
import type { QueryParameters } from './query-parameters.ts';
import type { RestFailure } from './rest-failure.ts';
import { maximumRows, type RowRange } from './row-range.ts';
import { nothing, type Sql, sql } from './sql.ts';

/** How the rows of a source are to be read. */
export type ReadPlan = {
  readonly source: Source;
  /** Where the rows come from, when that is not the source's own reference: what stands after `with`. */
  readonly from: Sql;
  readonly parameters: QueryParameters;
  readonly range: RowRange;
  readonly count: Preferences['count'];
  /** `undefined` where no body is wanted. */
  readonly representation: Representation | undefined;
  /** What of each row is shown, and whether there is only one: see `compileBody`. */
  readonly item?: Sql;
  readonly isOne?: boolean;
};

/** The statement that reads, and the one whose plan estimates how many rows there are. */
export type CompiledRead = { readonly main: Sql; readonly counted: Sql };

/** Compiles a read: its one row has the total (if it is to be counted), the number of rows and the body. */
export function compileRead(plan: ReadPlan): Result<CompiledRead, RestFailure> {
  const { source, parameters, representation } = plan;
  const columns = compileSelect(source, parameters.select);
  if (!columns.ok) return columns;
  const where = compileWhere(source, parameters.conditions);
  if (!where.ok) return where;
  const order = compileOrder(source, parameters.order);
  if (!order.ok) return order;
  const rows = sql`select ${columns.value} from ${source.reference}${where.value}${order.value}${compileRange(plan.range)}`;
  const counted = sql`select 1 from ${source.reference}${where.value}`;
  const isCounted = plan.count === 'exact' || plan.count === 'estimated';
  // An estimate is exact as far as one answer reaches.
  const counting = plan.count === 'estimated' ? sql`${counted} limit ${countLimit}` : counted;
  const total = isCounted ? sql`(select count(*) from castellan_counted)::text` : sql`null`;
  const body = representation === undefined ? sql`null` : compileBody(representation, plan.item, plan.isOne);
  return succeed({
    counted,
    main: sql`with ${plan.from}castellan_rows as (${rows})${isCounted ? sql`, castellan_counted as (${counting})` : nothing}
      select ${total} as total, count(*)::text as "rowCount", ${body} as body from castellan_rows as castellan_row`,
  });
}

const countLimit = sql`1001`;

/** The largest total that an estimated count counts out. */
export const countedExactly = Number(maximumRows);
