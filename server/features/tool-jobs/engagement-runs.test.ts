import { randomUUID } from 'node:crypto';
import { systemClock } from '@castellan/foundation/clock';
import { succeed } from '@castellan/foundation/result';
import { silentLog } from '@castellan/platform/core/log';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type LawDatabase, openLawDatabase } from '../../../supabase/tests/law-database.ts';
import { addAccount } from '../../../supabase/tests/people.ts';
import { openToolPorts, runToolHere } from '../../../tests/support/tool-runs.ts';
import { makeTestCall } from '../../functions/test-call.ts';
import { createSqlRows } from '../../rows/sql-rows.ts';
import { defineProbe, type Tool } from '../../tools/tool.ts';
import { toolList } from '../../tools/tool-list.ts';
import { createEngagementFunctions } from './engagement-functions.ts';
import { createJobFunctions } from './job-functions.ts';
import { type JobRunner, openJobRunner } from './job-runner.ts';
import { createJobStore } from './job-store.ts';
import { createScheduleStore } from './schedule-store.ts';

const ports = openToolPorts();

/** Answers at once. */
const quick: Tool = {
  id: 'quick',
  schemaVersion: 3,
  usage: [],
  probe: defineProbe({
    isActive: false,
    defaultPort: 4444,
    readTarget: (text) => succeed(text.toLowerCase()),
    options: z.strictObject({ deep: z.boolean().optional() }),
    run: async ({ target }) => succeed({ verdict: `Seen ${target}.`, mark: 'A', findings: [] }),
  }),
};

let law: LawDatabase;
let owner: string;
let runner: JobRunner | undefined;

beforeAll(async () => {
  law = await openLawDatabase();
  owner = await addAccount(law.superuser);
  await law.superuser.query('insert into private.owner (user_id) values ($1)', [owner]);
});
afterAll(() => law.drop());
beforeEach(() => law.machine.query('delete from private.tool_jobs'));
afterEach(async () => {
  await runner?.close();
  runner = undefined;
});

function open(tools: readonly Tool[] = [quick]) {
  const store = createJobStore(createSqlRows(law.machine));
  const titles = new Map([['quick', 'Quick']]);
  const schedules = createScheduleStore(createSqlRows(law.machine));
  runner ??= openJobRunner({ store, schedules, tools, runTool: runToolHere(ports), clock: ports.clock, log: silentLog });
  const given = { tools, titles, store, clock: systemClock };
  const functions = { ...createJobFunctions({ ...given, runner }), ...createEngagementFunctions(given) };
  const ask = async (name: string, body: object): Promise<unknown> => {
    const request = new Request(`http://localhost/functions/v1/${name}`, { method: 'POST', body: JSON.stringify(body) });
    return (await functions[name]?.handle(request, makeTestCall()))?.json();
  };
  const run = async (target: string, more: object = {}) => {
    const { id } = z.object({ id: z.string() }).parse(await ask('tool-job-start', { tool: 'quick', target, ...more }));
    await expect.poll(async () => (await store.read(id))?.state, { interval: 5 }).toBe('finished');
    return id;
  };
  const runsOf = async (engagement: string) =>
    z.array(z.looseObject({ id: z.string(), before: z.string().nullable() })).parse(await ask('tool-engagement-runs', { engagement }));
  return { ask, run, runsOf };
}

test('a run belongs to the engagement that it was begun for, or to none; it can be moved, and its list says so', async () => {
  const { ask, run, runsOf } = open();
  const [one, other] = [randomUUID(), randomUUID()];
  const mine = await run('a.example', { engagement: one });
  const free = await run('b.example');
  expect(await ask('tool-job-list', { tool: 'quick' })).toMatchObject([
    { id: free, engagement: null },
    { id: mine, engagement: one },
  ]);
  expect((await runsOf(one)).map(({ id }) => id)).toEqual([mine]);
  expect(await ask('tool-job-move', { id: mine, engagement: other })).toEqual({ done: true });
  expect([await runsOf(one), (await runsOf(other)).map(({ id }) => id)]).toEqual([[], [mine]]);
  expect(await ask('tool-job-move', { id: mine, engagement: null })).toEqual({ done: true });
  expect(await runsOf(other)).toEqual([]);
  expect(await ask('tool-job-move', { id: randomUUID(), engagement: null })).toMatchObject({ code: 'report_unknown' });
});

test('a run of an engagement tells when it began and ended, its options, and what it touches', async () => {
  const { run, runsOf } = open();
  const engagement = randomUUID();
  await run('A.example', { engagement, options: { deep: true } });
  expect(await runsOf(engagement)).toMatchObject([
    {
      ...{
        tool: 'quick',
        title: 'Quick',
        target: 'a.example',
        options: { deep: true },
        state: 'finished',
        verdict: 'Seen a.example.',
        mark: 'A',
      },
      ...{ schemaVersion: 3, counts: { high: 0 }, durationMs: expect.any(Number), before: null },
      ...{ startedAt: expect.stringMatching(/Z$/), endedAt: expect.stringMatching(/Z$/) },
      reach: { ports: [[4444, 4444]], below: false },
    },
  ]);
});

test('the newest run of a tool and target names the one before it in the engagement, or else the newest of before', async () => {
  const { run, runsOf } = open();
  const engagement = randomUUID();
  const old = await run('a.example');
  const first = await run('a.example', { engagement });
  expect(await runsOf(engagement)).toMatchObject([{ id: first, before: old }]);
  await run('a.example');
  const second = await run('a.example', { engagement });
  expect(await runsOf(engagement)).toMatchObject([
    { id: second, before: first },
    { id: first, before: null },
  ]);
});

test('reports of an engagement are not swept while its record is there, deleted or not; those of none are', async () => {
  const { run, runsOf } = open();
  const { rows } = await law.superuser.query<{ id: string }>(
    `insert into public.engagements (user_id, sealed, deleted_at) values ($1, 'r2.' || repeat('k', 22) || '.1.' || repeat('c', 123), now()) returning id`,
    [owner],
  );
  const engagement = rows[0]?.id ?? '';
  const kept = await run('a.example', { engagement });
  const gone = await run('a.example', { engagement: randomUUID() });
  await law.machine.query(`update private.tool_jobs set asked_at = asked_at - interval '500 days'`);
  await run('a.example');
  expect((await runsOf(engagement)).map(({ id }) => id)).toEqual([kept]);
  const left = await law.machine.query<{ id: string }>('select id from private.tool_jobs where id = $1', [gone]);
  expect(left.rows).toEqual([]);
});

test('what a run would touch is told before it begins: the target’s port, the tool’s own, or all that its options say', async () => {
  const { ask } = open([quick, ...toolList]);
  const reachOf = async (tool: string, target: string, options: object = {}) => ask('tool-job-reach', { tool, target, options });
  expect(await reachOf('tls-inspector', 'Example.org')).toEqual({ target: 'example.org', reach: { ports: [[443, 443]], below: false } });
  expect(await reachOf('tls-inspector', 'example.org:8443')).toMatchObject({ reach: { ports: [[8443, 8443]] } });
  expect(await reachOf('http-auditor', 'example.org')).toMatchObject({
    reach: {
      ports: [
        [80, 80],
        [443, 443],
      ],
    },
  });
  expect(await reachOf('network-scanner', '192.0.2.7', { ports: '22,80-81' })).toMatchObject({
    reach: {
      ports: [
        [22, 22],
        [80, 81],
      ],
    },
  });
  expect(await reachOf('network-scanner', '192.0.2.0/30', { ports: '22' })).toMatchObject({
    reach: { ports: expect.arrayContaining([[443, 443]]) },
  });
  expect(await reachOf('network-scanner', '192.0.2.0/30', { ports: '22', 'silent-too': true })).toMatchObject({
    reach: { ports: [[22, 22]] },
  });
  expect(await reachOf('network-scanner', '192.0.2.7', { ports: '22', udp: true })).toMatchObject({
    reach: {
      ports: expect.arrayContaining([
        [22, 22],
        [53, 53],
        [11_211, 11_211],
      ]),
    },
  });
  // Sign-in attempts by themselves go to the ports of FTP, LDAP and SNMP alone.
  expect(await reachOf('network-scanner', '192.0.2.0/30', { 'try-sign-in': true })).toMatchObject({
    reach: {
      ports: [
        [21, 21],
        [161, 161],
        [389, 389],
        [636, 636],
        [2121, 2121],
        [3268, 3269],
      ],
    },
  });
  expect(await reachOf('dns-postmaster', 'example.org')).toMatchObject({ reach: { ports: 'none', below: false } });
  expect(await reachOf('subdomain-radar', 'example.org')).toMatchObject({
    reach: {
      ports: [
        [80, 80],
        [443, 443],
      ],
      below: true,
    },
  });
  expect(await reachOf('subdomain-radar', 'example.org', { 'no-probe': true })).toMatchObject({ reach: { ports: 'none', below: true } });
  expect(await reachOf('tls-inspector', 'a b')).toMatchObject({ code: 'input_refused' });
  const { rows } = await law.machine.query('select id from private.tool_jobs');
  expect(rows).toEqual([]);
});
