import pg from 'pg';
import { connectAs, type DatabaseAddress } from '../../core/database.ts';

/** What `captureChanges` did. Tables are written `schema.name`. */
export type CaptureReport = {
  /** Every table whose changes are captured now. */
  readonly captured: readonly string[];
  /** Published tables that cannot be captured, because a change is told of by its primary key. */
  readonly withoutPrimaryKey: readonly string[];
};

type PublishedTable = {
  readonly schema: string;
  readonly name: string;
  readonly published: boolean;
  readonly keyColumns: readonly string[];
  /** The capture triggers present, with the arguments they were made with: in hexadecimal, a zero byte after each. */
  readonly triggers: readonly { readonly name: string; readonly arguments: string }[];
};

/** Any number: servers that start together on one database take turns. */
const advisoryLock = 7_226_002;

const operations = ['insert', 'update', 'delete'] as const;

const publishedTables = `
  select n.nspname as schema, c.relname as name, p.tablename is not null as published,
    coalesce((
      select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum))
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = c.oid and i.indisprimary
    ), '[]') as "keyColumns",
    coalesce((
      select json_agg(json_build_object(
        'name', t.tgname,
        'arguments', encode(t.tgargs, 'hex')
      ))
      from pg_trigger t
      where t.tgrelid = c.oid and t.tgfoid = 'realtime.capture_change()'::regprocedure
    ), '[]') as triggers
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  left join pg_publication_tables p on p.pubname = 'supabase_realtime' and p.schemaname = n.nspname and p.tablename = c.relname
  where c.relkind in ('r', 'p') and n.nspname <> 'realtime' and (
    p.tablename is not null
    or exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'realtime.capture_change()'::regprocedure)
  )
  order by 1, 2`;

/**
 * Makes the changes of exactly the tables in publication `supabase_realtime` reach the outbox: puts the capture triggers
 * on those that lack them and takes them off those that left. Run it after the migrations, at each start; where nothing
 * changed it takes no lock on any table. Every operation of a table is captured, whatever the publication's options say.
 */
export async function captureChanges(address: DatabaseAddress): Promise<CaptureReport> {
  const client = await connectAs(address, 'supabase_admin');
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
    const { rows } = await client.query<PublishedTable>(publishedTables);
    for (const table of rows) {
      for (const statement of statementsFor(table)) await client.query(statement);
    }
    await client.query('commit');
    const published = rows.filter((table) => table.published);
    return {
      captured: published.filter((table) => table.keyColumns.length > 0).map(nameOf),
      withoutPrimaryKey: published.filter((table) => table.keyColumns.length === 0).map(nameOf),
    };
  } finally {
    // Closing the connection rolls back whatever was not committed.
    await client.end();
  }
}

function statementsFor(table: PublishedTable): readonly string[] {
  const target = `${pg.escapeIdentifier(table.schema)}.${pg.escapeIdentifier(table.name)}`;
  if (!table.published || table.keyColumns.length === 0) {
    return table.triggers.map((trigger) => `drop trigger ${pg.escapeIdentifier(trigger.name)} on ${target}`);
  }
  const keyColumns = table.keyColumns.map(pg.escapeLiteral).join(', ');
  return operations
    .filter((operation) => !table.triggers.some((trigger) => trigger.name === triggerName(operation) && sameKey(trigger, table)))
    .map((operation) => {
      const rows = operation === 'delete' ? 'old' : 'new';
      return `create or replace trigger ${triggerName(operation)} after ${operation} on ${target}
        referencing ${rows} table as changed_rows for each statement execute function realtime.capture_change(${keyColumns})`;
    });
}

function sameKey(trigger: PublishedTable['triggers'][number], table: PublishedTable): boolean {
  return trigger.arguments === Buffer.from(table.keyColumns.map((name) => `${name}\0`).join('')).toString('hex');
}

function triggerName(operation: (typeof operations)[number]): string {
  return `realtime_capture_${operation}`;
}

function nameOf(table: PublishedTable): string {
  return `${table.schema}.${table.name}`;
}
