import type { Queryable } from '@castellan/platform/core/database';
import pg from 'pg';
import { z } from 'zod';

const tableSchema = z.object({
  /** Quoted, with its schema. */
  table: z.string(),
  owner: z.string(),
  /** The columns that are stored and not computed, in order. */
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  /** The tables that a row of it names. */
  names: z.array(z.string()),
  /** The constraints by which a row of it names another row of it. */
  ownReferences: z.array(z.object({ name: z.string(), isDeferrable: z.boolean(), isDeferred: z.boolean() })),
  triggers: z.array(z.object({ name: z.string(), mode: z.enum(['O', 'D', 'R', 'A']) })),
});

/** A table whose rows move. */
export type MovedTable = z.infer<typeof tableSchema>;

/** Everything but what belongs to one cluster alone: the ledger, and the outbox, whose transaction numbers mean nothing elsewhere. */
const movedSchemas = ['auth', 'private', 'public', 'storage'];

const tablesQuery = `
  select format('%I.%I', n.nspname, c.relname) as table, pg_get_userbyid(c.relowner) as owner,
    (
      select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    ) as columns,
    coalesce((
      select json_agg(distinct format('%I.%I', fn.nspname, f.relname))
      from pg_constraint k join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
      where k.conrelid = c.oid and k.contype = 'f'
    ), '[]') as names,
    coalesce((
      select json_agg(json_build_object('name', k.conname, 'isDeferrable', k.condeferrable, 'isDeferred', k.condeferred) order by k.conname)
      from pg_constraint k where k.conrelid = c.oid and k.confrelid = c.oid and k.contype = 'f'
    ), '[]') as "ownReferences",
    coalesce((
      select json_agg(json_build_object('name', t.tgname, 'mode', t.tgenabled) order by t.tgname)
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal
    ), '[]') as triggers
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname = any ($1)
  order by 1`;

/** The tables of a database, each after those whose rows it names. */
export async function readMovedTables(queryable: Queryable): Promise<readonly MovedTable[]> {
  const { rows } = await queryable.query(tablesQuery, [movedSchemas]);
  const left = new Map(
    z
      .array(tableSchema)
      .parse(rows)
      .map((table) => [table.table, table]),
  );
  const ordered: MovedTable[] = [];
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ table, names }) => names.every((name) => name === table || !left.has(name)));
    if (ready.length === 0) throw new Error(`Tables name each other in a circle: ${[...left.keys()].join(', ')}.`);
    for (const table of ready) left.delete(table.table);
    ordered.push(...ready);
  }
  return ordered;
}

/** Sequences by their quoted names, with where they stand. */
export type Sequences = ReadonlyMap<string, { readonly last: string; readonly isCalled: boolean }>;

/** The sequences of the tables that move. */
export async function readSequences(queryable: Queryable): Promise<Sequences> {
  const { rows } = await queryable.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'S' and n.nspname = any ($1) order by 1`,
    [movedSchemas],
  );
  const stands = new Map<string, { readonly last: string; readonly isCalled: boolean }>();
  for (const { name } of rows) {
    const found = await queryable.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${name}`,
    );
    const [stand] = found.rows;
    if (stand !== undefined) stands.set(name, stand);
  }
  return stands;
}

/** What must be equal on both sides of a move: how many rows, and a sum over the SHA-256 of each, in which no order counts. */
export type TableSum = { readonly rows: number; readonly checksum: string };

/** Sums up a table. Both sessions must write values alike: see `alikeSettings`. */
export async function sumTable(queryable: Queryable, { table, columns }: MovedTable): Promise<TableSum> {
  const row = columns.map(({ name }) => `${pg.escapeIdentifier(name)}::text`).join(', ');
  const part = (from: number) => `coalesce(sum(('x' || substr(digest, ${from}, 15))::bit(60)::bigint), 0)::text`;
  const { rows } = await queryable.query<TableSum>(
    `select count(*)::int as rows, ${[1, 16, 31, 46].map(part).join(" || ':' || ")} as checksum
      from (select encode(sha256(convert_to(row(${row})::text, 'UTF8')), 'hex') as digest from ${table}) as digests`,
  );
  const [sum] = rows;
  if (sum === undefined) throw new Error(`The table ${table} cannot be summed up.`);
  return sum;
}

/** For the rest of the transaction a value is written, and read, the same in every cluster; and nothing is cut short. */
export const alikeSettings = `select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, MDY', true),
  set_config('intervalstyle', 'postgres', true), set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '1', true),
  set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
  set_config('search_path', '', true)`;
