import { BlockList } from 'node:net';
import { fail, succeed } from '@castellan/foundation/result';
import { silentLog } from '@castellan/platform/core/log';
import type { Finding } from '@castellan/probes/report';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type LawDatabase, openLawDatabase } from '../../../supabase/tests/law-database.ts';
import { addAccount } from '../../../supabase/tests/people.ts';
import { openToolPorts, runToolHere } from '../../../tests/support/tool-runs.ts';
import { makeTestCall } from '../../functions/test-call.ts';
import { createSqlRows } from '../../rows/sql-rows.ts';
import { defineProbe, refuseInput, type Tool } from '../../tools/tool.ts';
import { type JobRunner, openJobRunner } from './job-runner.ts';
import { createJobStore } from './job-store.ts';
import { createScheduleFunctions } from './schedule-functions.ts';
import { createScheduleStore, type ScheduleStore } from './schedule-store.ts';

const dayMs = 86_400_000;
const beginMs = Date.UTC(2026, 10, 23, 8);
let nowMs = beginMs;
const clock = { nowMs: () => nowMs };
const ports = openToolPorts(new BlockList(), { clock });

/** What the next run says. */
let next: { readonly mark: string; readonly findings: readonly Finding[]; readonly isRefused: boolean };
const finding = (id: string, severity: Finding['severity']): Finding => ({
  id,
  severity,
  title: `About ${id}`,
  evidence: '',
  why: '',
  fix: '',
});

const probing: Tool = {
  id: 'probing',
  schemaVersion: 1,
  usage: [],
  probe: defineProbe({
    isActive: true,
    readTarget: (text) => (text.includes(' ') ? refuseInput('A target has no spaces.') : succeed(text)),
    options: z.strictObject({ deep: z.boolean().optional() }),
    run: async () =>
      next.isRefused
        ? fail({ code: 'address_refused', message: 'That address is not public.' })
        : succeed({ verdict: 'Seen.', mark: next.mark, findings: next.findings }),
  }),
};

let law: LawDatabase;
let runners: JobRunner[] = [];

beforeAll(async () => {
  law = await openLawDatabase();
  await law.superuser.query('insert into private.owner (user_id) values ($1)', [await addAccount(law.superuser)]);
});
afterAll(() => law.drop());
beforeEach(async () => {
  nowMs = beginMs;
  next = { mark: 'A', findings: [], isRefused: false };
  await law.machine.query('delete from private.tool_jobs');
  await law.machine.query('delete from private.tool_schedules');
  await law.machine.query('delete from public.notifications');
});
afterEach(async () => {
  await Promise.all(runners.map(({ close }) => close()));
  runners = [];
});

/** What the owner asks of schedules; no runner. */
function desk() {
  const schedules = createScheduleStore(createSqlRows(law.machine));
  const titles = new Map([['probing', 'Probing']]);
  const functions = createScheduleFunctions({ tools: [probing], titles, schedules, clock });
  const call = async (name: string, body: object) => {
    const request = new Request(`http://localhost/functions/v1/${name}`, { method: 'POST', body: JSON.stringify(body) });
    const answer = await functions[name]?.handle(request, makeTestCall());
    if (answer === undefined) throw new Error(`no function ${name}`);
    return answer;
  };
  const set = async (more: object = {}) => {
    const wish = { tool: 'probing', target: 'example.org', every: 'daily', authorised: true, ...more };
    const { id } = z.object({ id: z.string() }).parse(await (await call('tool-schedule-set', wish)).json());
    return id;
  };
  const list = async () => (await call('tool-schedule-list', { tool: 'probing' })).json() as ReturnType<ScheduleStore['list']>;
  return { schedules, functions, call, set, list };
}

/** A server that runs jobs. */
function serve(): JobRunner {
  const store = createJobStore(createSqlRows(law.machine));
  const runner = openJobRunner({
    store,
    schedules: createScheduleStore(createSqlRows(law.machine)),
    tools: [probing],
    runTool: runToolHere(ports),
    clock: ports.clock,
    log: silentLog,
  });
  runners.push(runner);
  return runner;
}

async function jobs() {
  const { rows } = await law.machine.query<{ state: string; options: unknown; consented: boolean; scheduled: boolean }>(
    `select state, options, consent_at is not null as consented, schedule_id is not null as scheduled
     from private.tool_jobs order by asked_at`,
  );
  return rows;
}

async function bell() {
  const { rows } = await law.machine.query<{ title: string; message: string; link: string; metadata: Readonly<Record<string, unknown>> }>(
    'select title, message, link, metadata from public.notifications order by created_at, title',
  );
  return rows;
}

/** Lets a server run what is due at a time, and waits until so many jobs in all have ended. */
async function runAt(atMs: number, runner: JobRunner, ended: number) {
  nowMs = atMs;
  runner.wake();
  await expect.poll(async () => (await jobs()).filter(({ state }) => state !== 'waiting' && state !== 'running').length).toBe(ended);
}

test('a schedule runs once a period with target, options and consent of the session that made it, and the log has a row of each run', async () => {
  const { set, list } = desk();
  await set({ options: { deep: true } });
  expect(await list()).toMatchObject([{ target: 'example.org', every: 'daily', nextAt: '2026-11-24T08:00:00.000Z', paused: null }]);
  const runner = serve();
  await runAt(beginMs + dayMs, runner, 1);
  await runAt(beginMs + 2 * dayMs + 5000, runner, 2);
  expect(await jobs()).toEqual(
    Array.from({ length: 2 }, () => ({ state: 'finished', options: { deep: true }, consented: true, scheduled: true })),
  );
  expect(await list()).toMatchObject([{ nextAt: '2026-11-26T08:00:00.000Z' }]);
  const { rows } = await law.machine.query(
    `select count(*)::int as rows from public.activity_logs where activity_type = 'app_activity' and metadata ->> 'job' in (select id::text from private.tool_jobs)`,
  );
  expect(rows).toEqual([{ rows: 2 }]);
  expect(await bell()).toEqual([]);
});

test('servers that look at the same moment ask for a due run once, and before its time nobody does', async () => {
  const { set, schedules } = desk();
  await set();
  const asked = async (atMs: number) =>
    (await Promise.all(Array.from({ length: 12 }, () => schedules.askDue(atMs)))).reduce((sum, count) => sum + count, 0);
  expect(await asked(beginMs + dayMs - 1)).toBe(0);
  expect(await asked(beginMs + dayMs)).toBe(1);
  // While that one has not ended, the next waits too.
  expect(await asked(beginMs + 2 * dayMs)).toBe(0);
  await law.machine.query(`update private.tool_jobs set state = 'failed'`);
  expect(await asked(beginMs + 2 * dayMs)).toBe(1);
});

test('runs that were missed while no server was there are made up for by one, at the hour of the day that it always had', async () => {
  const { set, list, schedules } = desk();
  await set({ every: 'weekly' });
  expect(await schedules.askDue(beginMs + 24.5 * dayMs)).toBe(1);
  expect(await jobs()).toHaveLength(1);
  expect(await list()).toMatchObject([{ nextAt: new Date(beginMs + 28 * dayMs).toISOString() }]);
});

test('after 90 days it pauses and the bell says so; renewed, it makes up for the missed run and goes on for 90 days', async () => {
  const { set, list, call, schedules } = desk();
  const id = await set();
  await law.machine.query('update private.tool_schedules set next_at = $1', [new Date(beginMs + 90 * dayMs)]);
  expect(await schedules.askDue(beginMs + 90 * dayMs)).toBe(0);
  expect(await list()).toMatchObject([{ paused: 'age' }]);
  expect(await bell()).toMatchObject([
    { title: 'Probing: example.org is no longer checked', link: '/probing', metadata: { tool: 'probing', schedule: id } },
  ]);
  expect(await schedules.askDue(beginMs + 91 * dayMs)).toBe(0);
  nowMs = beginMs + 92 * dayMs;
  expect((await call('tool-schedule-renew', { id })).status).toBe(200);
  expect(await list()).toMatchObject([{ paused: null, endsAt: new Date(beginMs + 182 * dayMs).toISOString() }]);
  expect(await schedules.askDue(nowMs)).toBe(1);
  expect(await bell()).toHaveLength(1);
});

test('a target that the guard refuses pauses it with the reason, and the bell says so', async () => {
  const { set, list } = desk();
  await set();
  next = { ...next, isRefused: true };
  const runner = serve();
  await runAt(beginMs + dayMs, runner, 1);
  expect(await jobs()).toMatchObject([{ state: 'failed' }]);
  expect(await list()).toMatchObject([{ paused: 'refused', pauseNote: 'That address is not public.' }]);
  expect(await bell()).toMatchObject([
    { title: 'Probing: example.org is no longer checked', message: 'Its schedule paused: That address is not public.' },
  ]);
});

test('the bell tells of new findings from medium on and of a lower grade, and of nothing else', async () => {
  const { set } = desk();
  const id = await set();
  const runner = serve();
  const run = async (day: number, mark: string, findings: readonly Finding[]) => {
    next = { mark, findings, isRefused: false };
    await runAt(beginMs + day * dayMs, runner, day);
  };
  await run(1, 'B', [finding('old', 'high')]);
  await run(2, 'A', [finding('mild', 'low')]);
  await run(3, 'A', []);
  expect(await bell()).toEqual([]);
  // The rule makes a B of it.
  await run(4, 'A-', [finding('fresh', 'medium')]);
  const { rows } = await law.machine.query<{ id: string }>('select id from private.tool_reports order by made_at desc limit 1');
  expect(await bell()).toEqual([
    {
      title: 'Probing: example.org got worse',
      message: 'The grade fell from A to B. New, medium: About fresh.',
      link: `/probing#job=${rows[0]?.id}`,
      metadata: { tool: 'probing', schedule: id, report: rows[0]?.id },
    },
  ]);
  await run(5, 'A-', [finding('fresh', 'high')]);
  expect((await bell()).map(({ message }) => message)).toContain('Now high, medium before: About fresh.');
});

test('what is scheduled again keeps one schedule for a tool and target; paused it does not run; deleted it is gone and its reports stay', async () => {
  const { set, list, call, schedules } = desk();
  const id = await set();
  const runner = serve();
  await runAt(beginMs + dayMs, runner, 1);
  // Consent was given for this target before.
  expect(await set({ every: 'weekly', authorised: false, options: { deep: false } })).toBe(id);
  expect(await list()).toMatchObject([{ every: 'weekly', options: { deep: false }, nextAt: new Date(beginMs + 8 * dayMs).toISOString() }]);
  expect((await call('tool-schedule-pause', { id })).status).toBe(200);
  expect(await list()).toMatchObject([{ paused: 'owner' }]);
  expect(await schedules.askDue(beginMs + 20 * dayMs)).toBe(0);
  expect((await call('tool-schedule-delete', { id })).status).toBe(200);
  expect(await list()).toEqual([]);
  expect(await jobs()).toMatchObject([{ state: 'finished', scheduled: false }]);
  for (const name of ['pause', 'renew', 'delete']) expect((await call(`tool-schedule-${name}`, { id })).status).toBe(404);
});

test.each([
  [{ tool: 'nobody' }, 404, 'tool_unknown'],
  [{ target: 'a b' }, 400, 'input_refused'],
  [{ options: { more: 1 } }, 400, 'input_refused'],
  [{ authorised: false }, 409, 'consent_missing'],
])('%j makes no schedule', async (more, status, code) => {
  const { call, list } = desk();
  const answer = await call('tool-schedule-set', { tool: 'probing', target: 'example.org', every: 'daily', authorised: true, ...more });
  expect([answer.status, await answer.json()]).toMatchObject([status, { code }]);
  expect(await list()).toEqual([]);
});

test('there are 100 schedules at the most, and one of them can still be made again', async () => {
  const { call, set } = desk();
  await law.machine.query(
    `insert into private.tool_schedules (tool, title, target, every, renewed_at, next_at)
     select 'probing', 'Probing', 'host-' || place, 'daily', now(), now() from generate_series(1, 100) place`,
  );
  const wish = { tool: 'probing', target: 'one-more.example', every: 'daily', authorised: true };
  expect((await call('tool-schedule-set', wish)).status).toBe(409);
  expect(await set({ target: 'host-7' })).toBeTruthy();
});

test('schedules are the owner’s alone', () => {
  expect(Object.values(desk().functions).map(({ audience }) => audience)).toEqual(Array.from({ length: 5 }, () => 'owner'));
});
