/**
 * `npm run bench -- embedding`: what the data service's statement for 50 rows with 10 rows embedded in each costs PostgreSQL, beside
 * the same answer by SQL written by hand, under the same policies, in turns in the same process of PostgreSQL.
 */
import type { Caller } from '@castellan/platform/core/caller';
import { connectionConfig } from '@castellan/platform/core/database';
import { type RequestFacts, takeRole } from '@castellan/platform/core/run-as';
import { compileRead } from '@castellan/platform/rest/compile/compile-read';
import { makeAliases } from '@castellan/platform/rest/compile/resource';
import { nothing, toQuery } from '@castellan/platform/rest/compile/sql';
import { negotiate } from '@castellan/platform/rest/media-type';
import { ownerGate } from '@castellan/platform/rest/owner-gate';
import { parseQueryParameters } from '@castellan/platform/rest/query-parameters';
import { createSchemaCache } from '@castellan/platform/rest/schema-cache';
import { decodeJwt } from 'jose';
import pg from 'pg';
import { findDataLock } from '../../server/database/data-lock.ts';
import { makeDataFolder, startTestServer } from '../../tests/support/running-server.ts';
import { signInNewOwner } from '../signed-in-owner.ts';
import { writeTable } from '../written-table.ts';
import { processorMsOf } from './processor-time.ts';

type Statement = { readonly text: string; readonly values: unknown[] };

const rounds = 9;
const statementsOfARound = 150;
const limit = 1.3;

/** 200 rows with ten that refer to each, seen by the owner's session alone, as every table of the product's. */
const tables = `
  create table public.measured_parents (id int primary key, user_id uuid not null, name text not null);
  create table public.measured_children (id int primary key, user_id uuid not null, title text not null, hours int not null,
    parent_id int not null references public.measured_parents);
  create index on public.measured_children (parent_id);
  alter table public.measured_parents enable row level security;
  alter table public.measured_children enable row level security;
  create policy "the owner's" on public.measured_parents for all to authenticated
    using ((select private.owner_session()) and user_id = (select private.caller_id()));
  create policy "the owner's" on public.measured_children for all to authenticated
    using ((select private.owner_session()) and user_id = (select private.caller_id()));
  grant select on public.measured_parents, public.measured_children to authenticated;`;

const queries: Readonly<Record<string, string>> = {
  'rows that refer to each': 'select=id,name,measured_children(id,title,hours)&order=id&limit=50',
  'the row that each refers to': 'select=id,title,measured_parents(id,name)&order=id&limit=500',
};

const byHand: Readonly<Record<string, string>> = {
  'rows that refer to each': `select coalesce(json_agg(answer), '[]')::text from (
    select p.id, p.name, (select coalesce(json_agg(child), '[]') from (select c.id, c.title, c.hours
      from public.measured_children c where c.parent_id = p.id) child) as measured_children
    from public.measured_parents p order by p.id limit 50) answer`,
  'the row that each refers to': `select coalesce(json_agg(answer), '[]')::text from (
    select c.id, c.title, (select row_to_json(parent) from (select p.id, p.name
      from public.measured_parents p where p.id = c.parent_id) parent) as measured_parents
    from public.measured_children c order by c.id limit 500) answer`,
};

const sources: Readonly<Record<string, string>> = {
  'rows that refer to each': 'measured_parents',
  'the row that each refers to': 'measured_children',
};

const facts: RequestFacts = {
  method: 'GET',
  path: '/rest/v1/measured_parents',
  userAgent: 'bench',
  context: { address: '127.0.0.1', secure: false, requestId: 'bench' },
};

const data = makeDataFolder();
const server = await startTestServer(data.path, { LOG_LEVEL: 'error' });
try {
  const { session, databasePassword } = await signInNewOwner(server.url, data.path);
  const listening = findDataLock(data.path)?.database;
  if (!listening) throw new Error('The database is not recorded in the lock.');
  const pool = new pg.Pool({ ...connectionConfig({ ...listening, database: 'postgres', password: databasePassword }, 'supabase_admin') });
  await pool.query(tables);
  await pool.query("insert into public.measured_parents select n, $1, 'parent ' || n from generate_series(1, 200) n", [session.user.id]);
  await pool.query(
    "insert into public.measured_children select n, $1, 'child ' || n, n % 7, (n - 1) / 10 + 1 from generate_series(1, 2000) n",
    [session.user.id],
  );
  await pool.query('analyze public.measured_parents, public.measured_children');
  const lines: string[] = [];
  for (const what of Object.keys(queries)) {
    const caller: Caller = {
      role: 'authenticated',
      claims: { ...decodeJwt(session.access_token), exp: 4_102_444_800 } as Caller['claims'] & object,
    };
    const ours = await compile(pool, caller, what);
    const hand = { text: byHand[what] ?? '', values: [] };
    const costs = await measure(pool, caller, [ours, hand]);
    const share = costs[0] / costs[1];
    lines.push(
      `| ${what} | ${costs[0].toFixed(3)} ms | ${costs[1].toFixed(3)} ms | × ${share.toFixed(2)} | × ${limit} | ${share <= limit ? 'yes' : 'no'} |`,
    );
  }
  await pool.end();
  const table = `| 500 embedded rows, median of ${rounds} rounds | The data service's statement | By hand | Share | Limit | Met |
| --- | --- | --- | --- | --- | --- |
${lines.join('\n')}`;
  console.log(table);
  if (process.argv.includes('--write')) writeTable('embedding', 'npm run bench -- embedding --write', table);
} finally {
  await server.stop();
  data.remove();
}

/** The statement that the data service runs for a request. */
async function compile(pool: pg.Pool, caller: Caller, what: string): Promise<Statement> {
  const schema = await createSchemaCache(pool, { nowMs: () => Date.now() }, 'public').current();
  const source = schema.relations.get(sources[what] ?? '');
  const parameters = parseQueryParameters(queries[what] ?? '', false);
  const representation = negotiate(null);
  if (source === undefined || !parameters.ok || !representation.ok) throw new Error('This is not a request.');
  const compiled = compileRead({
    statement: {
      schema,
      role: caller.role,
      gate: (found) => ownerGate(found, caller),
      maximumEmbedded: 1000n,
      nextAlias: makeAliases(),
      spend: () => true,
      mayAggregate: true,
    },
    source,
    relation: source.name,
    from: nothing,
    gate: ownerGate(source, caller),
    parameters: parameters.value,
    range: { offset: 0n, limit: parameters.value.limit ?? 1000n },
    count: undefined,
    representation: representation.value,
  });
  if (!compiled.ok) throw new Error(compiled.failure.message);
  return toQuery(compiled.value);
}

/** Processor time of one statement each, in milliseconds: medians. Both must give the same text. */
async function measure(pool: pg.Pool, caller: Caller, statements: readonly [Statement, Statement]): Promise<readonly [number, number]> {
  const client = await pool.connect();
  try {
    const pid = Number((await client.query('select pg_backend_pid() as pid')).rows[0].pid);
    await client.query('begin');
    await takeRole(client, caller, facts);
    const [ours, hand] = [await client.query(statements[0]), await client.query(statements[1])];
    const texts = [String(ours.rows[0].body), String(Object.values(hand.rows[0])[0])];
    if (JSON.stringify(JSON.parse(texts[0] ?? '')) !== JSON.stringify(JSON.parse(texts[1] ?? ''))) throw new Error('The answers differ.');
    const costs: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round += 1) {
      for (const place of [0, 1] as const) {
        const before = processorMsOf(pid);
        for (let count = 0; count < statementsOfARound; count += 1) await client.query(statements[place]);
        // The first round warms up.
        if (round > 0) costs[place].push((processorMsOf(pid) - before) / statementsOfARound);
      }
    }
    await client.query('rollback');
    return [medianOf(costs[0]), medianOf(costs[1])];
  } finally {
    client.release();
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
