import { z } from 'zod';
import type { DatabaseRole } from '../../core/caller.ts';
import type { Queryable } from '../../core/database.ts';

/** A column of a captured table. */
export type CapturedColumn = {
  readonly name: string;
  /** The bare type name that clients are told, such as `int8` or `_text`. */
  readonly typeName: string;
  /** The type, qualified and quoted for use in SQL. */
  readonly typeSql: string;
  /** The roles that may read the column. */
  readonly readableBy: readonly DatabaseRole[];
};

/** A table whose changes reach the outbox. */
export type CapturedTable = {
  readonly schema: string;
  readonly name: string;
  readonly keyColumns: readonly string[];
  readonly columns: readonly CapturedColumn[];
};

const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  keyColumns: z.array(z.string()),
  columns: z.array(
    z.object({
      name: z.string(),
      typeName: z.string(),
      typeSql: z.string(),
      readableBy: z.array(z.enum(['anon', 'authenticated', 'service_role'])),
    }),
  ),
});

const description = `
  select n.nspname as schema, c.relname as name,
    coalesce((
      select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum))
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = c.oid and i.indisprimary
    ), '[]') as "keyColumns",
    (
      select json_agg(json_build_object(
        'name', a.attname,
        'typeName', t.typname,
        'typeSql', format('%I.%I', tn.nspname, t.typname),
        'readableBy', array(
          select role from unnest(array['anon', 'authenticated', 'service_role']) as role
          where has_schema_privilege(role, n.oid, 'usage') and has_column_privilege(role, c.oid, a.attnum, 'select')
        )
      ) order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid join pg_namespace tn on tn.oid = t.typnamespace
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ) as columns
  from unnest($1::text[], $2::text[]) as wanted (schema, name)
  join pg_namespace n on n.nspname = wanted.schema
  join pg_class c on c.relnamespace = n.oid and c.relname = wanted.name
  where exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'realtime.capture_change()'::regprocedure)`;

/**
 * Looks up those of the named tables that are captured, as they are at this moment: a column added, or a grant taken
 * back, counts from the next change on. `database` must be the realtime role's.
 */
export async function describeTables(
  database: Queryable,
  names: readonly { readonly schema: string; readonly name: string }[],
): Promise<readonly CapturedTable[]> {
  const { rows } = await database.query(description, [names.map((table) => table.schema), names.map((table) => table.name)]);
  return z.array(tableSchema).parse(rows);
}
