import { randomUUID } from 'node:crypto';
import type { Caller } from '@castellan/platform/core/caller';
import { takeRole } from '@castellan/platform/core/run-as';
import { signToken } from '@castellan/platform/core/tokens';
import { compileRead } from '@castellan/platform/rest/compile/compile-read';
import { compileDelete } from '@castellan/platform/rest/compile/compile-write';
import { makeAliases, type Statement } from '@castellan/platform/rest/compile/resource';
import { nothing, type Sql, toQuery } from '@castellan/platform/rest/compile/sql';
import { negotiate, type Representation } from '@castellan/platform/rest/media-type';
import { ownerGate } from '@castellan/platform/rest/owner-gate';
import { parsePreferences } from '@castellan/platform/rest/preferences';
import { parseQueryParameters } from '@castellan/platform/rest/query-parameters';
import { createSchemaCache, type Relation } from '@castellan/platform/rest/schema-cache';
import { startTestRest } from '@castellan/platform/rest/start-test-rest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { requestFactsOfTest } from './law-database.ts';
import { callerOf } from './people.ts';

const rest = await startTestRest('');
afterAll(rest.stop);

const userId = randomUUID();
const sessions = { password: randomUUID(), full: randomUUID(), ended: randomUUID() };
const callers = {
  'password-only': callerOf(userId, sessions.password, 'aal1'),
  'signed-out': callerOf(userId, sessions.ended, 'aal2'),
  owner: callerOf(userId, sessions.full, 'aal2'),
} as const;
const refused = ['password-only', 'signed-out'] as const;

/** An owner with a verified authenticator, tasks whose titles are to be guessed, and fresh statistics on every table. */
beforeAll(async () => {
  const { superuser } = rest;
  await superuser.query(`insert into auth.users (id, email, encrypted_password) values ($1, 'ada@law.example', 'none')`, [userId]);
  await superuser.query('select private.claim_ownership($1)', [userId]);
  await superuser.query(`insert into auth.mfa_factors (id, user_id, factor_type, status) values ($1, $2, 'totp', 'unverified')`, [
    randomUUID(),
    userId,
  ]);
  await superuser.query(`update auth.mfa_factors set status = 'verified'`);
  for (const [id, assurance] of [
    [sessions.password, 'aal1'],
    [sessions.full, 'aal2'],
  ]) {
    await superuser.query(`insert into auth.sessions (id, user_id, aal, not_after) values ($1, $2, $3, now() + interval '1 hour')`, [
      id,
      userId,
      assurance,
    ]);
  }
  await superuser.query(
    `insert into public.tasks (user_id, title, status)
     select $1, case when n % 4 = 0 then 'Biopsy result' else 'Task ' || n end, case when n % 5 = 0 then 'done' else 'todo' end
     from generate_series(1, 400) n`,
    [userId],
  );
  await superuser.query('analyze');
});

async function countAs(name: keyof typeof callers, filter: string, count: string): Promise<string | null> {
  const token = await signToken(rest.keys, {
    ...callers[name].claims,
    iss: 'http://rest.test/auth/v1',
    aud: 'authenticated',
    exp: Math.floor(rest.time.nowMs / 1000) + 900,
  });
  const headers = { apikey: rest.keys.publishableKey, authorization: `Bearer ${token}`, prefer: `count=${count}` };
  const response = await rest.handle(new Request(`http://rest.test/rest/v1/tasks?${filter}`, { method: 'HEAD', headers }));
  return response.headers.get('content-range');
}

const present = ['', 'status=eq.done', 'title=eq.Biopsy result', 'title=lt.Biopsy resulu', 'title=gte.Biopsy result'];

test.each(['planned', 'estimated', 'exact'])('a count that is %s tells a refused session nothing of hidden rows', async (count) => {
  for (const name of refused) for (const filter of present) expect(await countAs(name, filter, count), `${name} ${filter}`).toBe('*/0');
  expect(await countAs('owner', 'title=eq.Biopsy result', count)).toBe('0-99/100');
});

test('the title that planner estimates told letter by letter stays unknown', async () => {
  // The attack: whichever letter comes next, a range that holds the title must count like one that does not.
  const answers = new Set<string | null>();
  for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
    for (const name of refused) answers.add(await countAs(name, `title=gte.${letter}&title=lt.${letter}~`, 'planned'));
  }
  expect([...answers]).toEqual(['*/0']);
});

const planSchema = z.looseObject({
  'Node Type': z.string(),
  'Actual Loops': z.number(),
  'Relation Name': z.string().optional(),
  get Plans() {
    return z.array(planSchema).optional();
  },
});
type Plan = z.infer<typeof planSchema>;

function scansOf(plan: Plan, table: string): readonly Plan[] {
  const own = plan['Relation Name'] === table && plan['Node Type'].endsWith('Scan') ? [plan] : [];
  return [...own, ...(plan.Plans ?? []).flatMap((inner) => scansOf(inner, table))];
}

/** How often each scan of the table ran for a request, by its plan: the superuser may see what was read for others. */
async function loopsOf(caller: Caller, table: string, statement: Sql): Promise<readonly number[]> {
  const { superuser } = rest;
  const { text, values } = toQuery(statement);
  await superuser.query('begin');
  try {
    await takeRole(superuser, caller, requestFactsOfTest);
    const { rows } = await superuser.query<{ 'QUERY PLAN': unknown }>(`explain (analyze, format json) ${text}`, values);
    const [{ Plan: plan }] = z.tuple([z.object({ Plan: planSchema })]).parse(rows[0]?.['QUERY PLAN']);
    return scansOf(plan, table).map((scan) => scan['Actual Loops']);
  } finally {
    await superuser.query('rollback');
  }
}

describe('the plan of a refused caller scans nothing', async () => {
  const schema = await createSchemaCache(rest.requests, { nowMs: () => rest.time.nowMs }, 'public').current();
  const representation = negotiate(null);
  const parameters = (query: string) => {
    const parsed = parseQueryParameters(query, false);
    if (!parsed.ok) throw new Error(parsed.failure.message);
    return parsed.value;
  };
  const range = { offset: 0n, limit: 1000n };
  const preferences = parsePreferences('count=planned');
  const readable = await rest.superuser.query<{ name: string; column: string }>(
    `select relname as name, (select attname from pg_attribute
       where attrelid = class.oid and attnum > 0 and has_column_privilege('authenticated', attrelid, attnum, 'select') limit 1) as column
     from pg_class class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and has_any_column_privilege('authenticated', class.oid, 'select') order by 1`,
  );

  function relationOf(name: string): Relation {
    const relation = schema.relations.get(name);
    if (relation === undefined) throw new Error(`${name} is not in the schema`);
    return relation;
  }

  function statementOf(caller: Caller): Statement {
    const gate = (relation: Relation) => ownerGate(relation, caller);
    return { schema, role: caller.role, gate, maximumEmbedded: 1000n, nextAlias: makeAliases(), spend: () => true, mayAggregate: true };
  }

  function read(name: string, query: string, caller: Caller, shown?: Representation): Sql {
    const relation = relationOf(name);
    const gate = ownerGate(relation, caller);
    const { count } = preferences;
    const compiled = compileRead({
      statement: statementOf(caller),
      source: relation,
      relation: name,
      from: nothing,
      gate,
      parameters: parameters(query),
      range,
      count,
      representation: shown,
    });
    if (!compiled.ok) throw new Error(compiled.failure.message);
    return compiled.value;
  }

  test.each(readable.rows)('of $name', async ({ name, column }) => {
    for (const person of refused) {
      const loops = await loopsOf(callers[person], name, read(name, `select=${column}`, callers[person]));
      expect(loops.length, person).toBeGreaterThan(0);
      expect(new Set(loops), person).toEqual(new Set([0]));
    }
    expect(new Set(await loopsOf(callers.owner, name, read(name, `select=${column}`, callers.owner)))).toEqual(new Set([1]));
  });

  test('with a filter that PostgreSQL may check before the policy', async () => {
    for (const person of refused) {
      expect(new Set(await loopsOf(callers[person], 'tasks', read('tasks', 'select=id&title=lt.C', callers[person])))).toEqual(
        new Set([0]),
      );
    }
  });

  const columnOf = (table: string) => readable.rows.find(({ name }) => name === table)?.column;
  const embeddings = [...schema.relationships.values()].flat().flatMap(({ table, foreignTable, isToOne, link }) => {
    const [own, foreign] = [columnOf(table), columnOf(foreignTable)];
    if (own === undefined || foreign === undefined || table === foreignTable || link.kind !== 'foreign key') return [];
    return [{ table, foreignTable, isToOne, own, foreign, resource: `${foreignTable}!${link.constraint}` }];
  });

  test('of what is embedded, in whatever way', async () => {
    expect(embeddings.length).toBeGreaterThan(4);
    for (const { table, foreignTable, isToOne, own, foreign, resource } of embeddings) {
      const queries = [
        `select=${own},${resource}(${foreign})`,
        `select=${own},${resource}!inner(${foreign})`,
        `select=${own},${resource}()&${foreignTable}=is.null`,
        `select=${own},...${resource}(${foreign})`,
        ...(isToOne ? [`select=${own},${resource}()&order=${foreignTable}(${foreign})`] : []),
      ];
      for (const query of queries) {
        for (const person of refused) {
          const statement = read(table, query, callers[person], { kind: 'array', stripsNulls: false });
          for (const scanned of [table, foreignTable]) {
            const loops = await loopsOf(callers[person], scanned, statement);
            expect(new Set(loops), `${scanned} by /${table}?${query}, ${person}`).toEqual(new Set([0]));
          }
        }
      }
    }
  });

  test('of a deletion', async () => {
    const relation = relationOf('vault_entries');
    if (!representation.ok) throw new Error(representation.failure.message);
    for (const person of refused) {
      const statement = statementOf(callers[person]);
      const plan = { statement, relation, gate: ownerGate(relation, callers[person]), preferences, representation: representation.value };
      const compiled = compileDelete({ ...plan, parameters: parameters('title=lt.C') });
      if (!compiled.ok) throw new Error(compiled.failure.message);
      expect(new Set(await loopsOf(callers[person], 'vault_entries', compiled.value))).toEqual(new Set([0]));
    }
  });
});
