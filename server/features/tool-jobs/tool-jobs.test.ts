import { createServer, type Socket } from 'node:net';
import { systemClock } from '@castellan/foundation/clock';
import { succeed } from '@castellan/foundation/result';
import { silentLog } from '@castellan/platform/core/log';
import { createSharedWindows } from '@castellan/platform/core/shared-windows';
import { closedFace } from '@castellan/web/closed-reasons';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type LawDatabase, openLawDatabase } from '../../../supabase/tests/law-database.ts';
import { addAccount } from '../../../supabase/tests/people.ts';
import { fewestMs } from '../../../tests/support/cpu-time.ts';
import { openToolPorts, runToolHere } from '../../../tests/support/tool-runs.ts';
import { makeTestCall, readTestLines } from '../../functions/test-call.ts';
import { createSqlRows } from '../../rows/sql-rows.ts';
import { defineProbe, refuseInput, type Tool } from '../../tools/tool.ts';
import { createJobFunctions } from './job-functions.ts';
import { type JobRunner, openJobRunner } from './job-runner.ts';
import { createJobStore, type JobRow } from './job-store.ts';
import { createReportFunctions, missRules } from './report-functions.ts';
import { createScheduleStore } from './schedule-store.ts';
import { createSharedReportAnswer } from './shared-report-answer.ts';

const ports = openToolPorts();

const readTarget = (text: string) => (text.includes(' ') ? refuseInput('A target has no spaces.') : succeed(text));

/** Answers at once. */
const quick: Tool = {
  id: 'quick',
  schemaVersion: 1,
  usage: [],
  probe: defineProbe({
    isActive: false,
    defaultPort: 4444,
    readTarget,
    options: z.strictObject({}),
    run: async ({ target }) => succeed({ verdict: `Seen ${target}.`, mark: 'A', findings: [], address: '10.0.0.1', banner: 'secret' }),
  }),
};

/** Holds a connection open until it is cancelled. */
const slow: Tool = {
  ...quick,
  id: 'slow',
  probe: defineProbe({
    isActive: true,
    readTarget,
    options: z.strictObject({}),
    run: async ({ target, ports: { sockets }, signal, say }) => {
      const socket = await sockets.connect({ address: '127.0.0.1', port: Number(target) }, { signal, timeoutMs: 1000 });
      say({ done: 0.3, doing: 'holding on' });
      if (socket.ok) await new Promise((resolve) => socket.value.once('close', resolve));
      return succeed({ verdict: 'Never.', findings: [] });
    },
  }),
};

/** What the next run of `lister` lists. */
let listed: readonly string[] = [];
const lister: Tool = {
  ...quick,
  id: 'lister',
  watched: {
    field: 'names',
    key: 'name',
    announce: (fresh, target) => ({ title: `${fresh.length} new at ${target}`, message: fresh.join() }),
  },
  probe: defineProbe({
    isActive: false,
    readTarget,
    options: z.strictObject({}),
    run: async () => succeed({ verdict: 'Listed.', findings: [], names: listed.map((name) => ({ name })) }),
  }),
};

let law: LawDatabase;
let runners: JobRunner[] = [];
const held = new Set<Socket>();
const listener = createServer((socket) => {
  held.add(socket);
  socket.resume();
  socket.on('error', () => {});
  socket.once('close', () => held.delete(socket));
});

beforeAll(async () => {
  law = await openLawDatabase();
  await law.superuser.query('insert into private.owner (user_id) values ($1)', [await addAccount(law.superuser)]);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  listener.close();
  await law.drop();
});
beforeEach(async () => {
  await law.machine.query('delete from private.tool_jobs');
  await law.superuser.query('delete from auth.attempt_limits');
});
afterEach(async () => {
  await Promise.all(runners.map(({ close }) => close()));
  runners = [];
});

function server() {
  const store = createJobStore(createSqlRows(law.machine));
  const tools = [quick, slow, lister];
  const titles = new Map([['quick', 'Quick']]);
  const runner = openJobRunner({
    store,
    schedules: createScheduleStore(createSqlRows(law.machine)),
    tools,
    runTool: runToolHere(ports),
    clock: ports.clock,
    log: silentLog,
  });
  runners.push(runner);
  const misses = createSharedWindows({ queryable: law.auth, clock: systemClock, log: silentLog })({ ...missRules, limit: 10 });
  const functions = {
    ...createJobFunctions({ tools, titles, store, runner, clock: systemClock }),
    ...createReportFunctions({ tools, store, titles, misses, ...ports }),
  };
  const call = async (name: string, body: object) => {
    const request = new Request(`http://localhost/functions/v1/${name}`, { method: 'POST', body: JSON.stringify(body) });
    const answer = await functions[name]?.handle(request, makeTestCall());
    if (answer === undefined) throw new Error(`no function ${name}`);
    return answer;
  };
  const ask = async (name: string, body: object) => (await call(name, body)).json() as Promise<Record<string, unknown>>;
  const start = async (tool: string, target: string, more: object = {}) =>
    String((await ask('tool-job-start', { tool, target, ...more }))['id']);
  const watch = async (id: string) =>
    (await readTestLines(await call('tool-job-watch', { id }))).flatMap((line) =>
      typeof line === 'object' && line !== null && 'line' in line ? [line.line as JobRow] : [],
    );
  const answerPage = createSharedReportAnswer({
    store,
    misses,
    closedPage: (reason) => ({ status: closedFace(reason).status, headers: {}, body: reason }),
  });
  /** What a browser gets at an address: the reason why there is no report, or nothing where the page is to show one. */
  const open = async (path: string) => {
    const context = { address: '203.0.113.9', secure: true, requestId: 'test' };
    return (await answerPage({ method: 'GET', path, search: '', headers: {}, context }))?.body;
  };
  return { call, ask, start, watch, open, functions, store };
}

const port = () => {
  const address = listener.address();
  return typeof address === 'object' && address !== null ? String(address.port) : '';
};

test.each(['', 'quick\u0000', 'Quick', 'q'.repeat(65)])('no jobs are listed of what is no tool’s id: %j', async (tool) => {
  const answer = await server().call('tool-job-list', { tool });
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'validation_failed' }]);
});

test('a job runs, its report is kept, and the log has one row of it', async () => {
  const { start, watch, ask } = server();
  const id = await start('quick', 'example.org');
  expect((await watch(id)).at(-1)).toMatchObject({ state: 'finished', verdict: 'Seen example.org.', mark: 'A' });
  expect(await ask('tool-report', { id })).toMatchObject({ tool: 'quick', target: 'example.org', schemaVersion: 1, banner: 'secret' });
  const { rows } = await law.machine.query(
    `select count(*)::int as rows from public.activity_logs where activity_type = 'app_activity' and metadata ->> 'job' = $1`,
    [id],
  );
  expect(rows).toEqual([{ rows: 1 }]);
  await expect(law.machine.query(`update private.tool_reports set verdict = 'Better.' where id = $1`, [id])).rejects.toThrow(
    'never changed',
  );
});

test.each([
  ['nobody', 'x', {}, 404, 'tool_unknown'],
  ['quick', 'a b', {}, 400, 'input_refused'],
  ['quick', 'x', { options: { more: 1 } }, 400, 'input_refused'],
  ['slow', '1', {}, 409, 'consent_missing'],
])('%s with %s is refused before it waits', async (tool, target, more, status, code) => {
  const answer = await server().call('tool-job-start', { tool, target, ...more });
  expect([answer.status, await answer.json()]).toMatchObject([status, { code }]);
});

test('cancelling closes every socket within 250 ms on its own server, and within a second from another one', async () => {
  for (const [elsewhere, maxMs] of [
    [false, 250],
    [true, 1000],
  ] as const) {
    const here = server();
    const other = elsewhere ? server() : here;
    const cancelled = async () => {
      const id = await here.start('slow', port(), { authorised: true });
      await expect.poll(() => held.size, { interval: 5 }).toBe(1);
      const askedAt = performance.now();
      await other.ask('tool-job-cancel', { id });
      await expect.poll(() => held.size, { interval: 5 }).toBe(0);
      const tookMs = performance.now() - askedAt;
      await expect.poll(async () => (await other.store.read(id))?.state).toBe('cancelled');
      return tookMs;
    };
    expect(await fewestMs(maxMs, cancelled)).toBeLessThan(maxMs);
  }
});

test('a server runs two at once; a job whose server is gone is interrupted and not begun again', async () => {
  const { start, store } = server();
  const ids = [await start('slow', port(), { authorised: true }), await start('slow', port()), await start('slow', port())];
  await expect.poll(() => held.size, { interval: 5 }).toBe(2);
  await expect.poll(async () => (await store.read(ids[0] ?? ''))?.doing).toBe('holding on');
  expect((await store.read(ids[2] ?? ''))?.state).toBe('waiting');
  await law.machine.query(`update private.tool_jobs set lease_until = clock_timestamp() - interval '1 second' where id = $1`, [ids[0]]);
  await expect.poll(async () => (await store.read(ids[0] ?? ''))?.state).toBe('interrupted');
});

test('a link shows the report without what is nobody’s business, until it is ended; what is kept opens nothing', async () => {
  const { start, watch, ask, call } = server();
  const id = await start('quick', '10.0.0.1');
  await watch(id);
  const { token } = await ask('tool-report-share', { id, days: 7 });
  expect(await ask('shared-report', { token: String(token) })).toMatchObject({ target: '[private address]', address: '[private address]' });
  expect(await ask('shared-report', { token: String(token) })).not.toHaveProperty('banner');
  const { rows } = await law.machine.query('select token_hash from private.tool_shares');
  expect(JSON.stringify(rows)).not.toContain(String(token));
  await law.machine.query(`update private.tool_shares set expires_at = clock_timestamp()`);
  expect((await call('shared-report', { token: String(token) })).status).toBe(404);
  const second = String((await ask('tool-report-share', { id, days: 1 }))['token']);
  await ask('tool-report-unshare', { id });
  expect((await call('shared-report', { token: second })).status).toBe(404);
});

test('the address of a link that opens nothing says whether it ever did, before a script runs', async () => {
  const { start, watch, ask, open } = server();
  const id = await start('quick', 'example.org');
  await watch(id);
  const { token: ended } = await ask('tool-report-share', { id, days: 7 });
  await ask('tool-report-unshare', { id });
  const { token: later } = await ask('tool-report-share', { id, days: 7 });
  expect(await open(`/r/${ended}`)).toBe('report-expired');
  expect(await open(`/r/${later}`)).toBeUndefined();
  expect(await open('/r/short')).toBe('report-unknown');
  for (let index = 0; index < 9; index += 1) expect(await open(`/r/${'x'.repeat(43)}`)).toBe('report-unknown');
  expect(await open(`/r/${'x'.repeat(43)}`)).toBe('report-wait');
  expect(await open(`/r/${later}`)).toBe('report-wait');
  expect(await open('/contact')).toBeUndefined();
});

test('who tries links that open nothing is told to wait after so many at all servers together, and then opens none', async () => {
  const [one, other] = [server(), server()];
  const id = await one.start('quick', 'example.org');
  await one.watch(id);
  const { token } = await one.ask('tool-report-share', { id, days: 7 });
  const nothing = { token: 'x'.repeat(43) };
  const statuses: number[] = [];
  for (let index = 0; index < 12; index += 1) statuses.push((await (index < 6 ? one : other).call('shared-report', nothing)).status);
  expect(statuses).toEqual([...Array(6).fill(404), ...Array(6).fill(429)]);
  expect((await other.call('shared-report', { token: String(token) })).status).toBe(429);
});

test('an example is shown once it is chosen, and no more once it is not', async () => {
  const { start, watch, ask } = server();
  expect(await ask('tool-example', { tool: 'quick' })).toEqual({ report: null });
  const id = await start('quick', 'example.org');
  await watch(id);
  await ask('tool-report-example', { id, shown: true });
  expect(await ask('tool-example', { tool: 'quick' })).toMatchObject({ report: { target: 'example.org', address: '[private address]' } });
  await ask('tool-report-example', { id, shown: false });
  expect(await ask('tool-example', { tool: 'quick' })).toEqual({ report: null });
});

test('of each target there is the last verdict of each tool that has a page, and a deleted report gives way to the one before', async () => {
  const { start, watch, ask } = server();
  for (const target of ['one.example', 'two.example', 'one.example']) await watch(await start('quick', target));
  const listed = () => ask('tool-targets', {}) as unknown as Promise<{ readonly id: string; readonly target: string }[]>;
  const [newest] = await listed();
  expect(await listed()).toMatchObject([
    { target: 'one.example', tool: 'quick', title: 'Quick', verdict: 'Seen one.example.', mark: 'A', worst: null, isOpen: false },
    { target: 'two.example' },
  ]);
  expect(await listed()).toHaveLength(2);
  await ask('tool-report-delete', { id: newest?.id });
  expect((await listed()).map(({ target }) => target)).toEqual(['two.example', 'one.example']);
  expect((await listed()).map(({ id }) => id)).not.toContain(newest?.id);
  // A tool without a page has nowhere to be seen.
  await law.machine.query(
    `with job as (insert into private.tool_jobs (tool, target, state) values ('gone', 'three.example', 'finished') returning *)
     insert into private.tool_reports (id, tool, target, schema_version, verdict, counts, report)
     select id, tool, target, 1, 'Seen.', '{}', '{}' from job`,
  );
  expect((await listed()).map(({ target }) => target)).toEqual(['two.example', 'one.example']);
});

test('older spellings of a target are the host that they name; of two, the later report counts; another port is told', async () => {
  const { ask } = server();
  const add = (target: string, minutes: number) =>
    law.machine.query(
      `with job as (insert into private.tool_jobs (tool, target, state) values ('quick', $1, 'finished') returning *)
       insert into private.tool_reports (id, tool, target, schema_version, verdict, counts, report, made_at)
       select id, tool, target, 1, $1, '{}', '{}', now() - make_interval(mins => $2) from job`,
      [target, minutes],
    );
  await add('Odd.example:4444', 3);
  await add('odd.example', 2);
  await add('odd.example:25', 1);
  const listed = (await ask('tool-targets', {})) as unknown as readonly { readonly host: string }[];
  expect(listed.filter(({ host }) => host === 'odd.example')).toMatchObject([
    { target: 'odd.example:25', port: 25 },
    { target: 'odd.example', port: null },
  ]);
});

test('a deleted report is gone with its links and the example made of it, once, and the log has a row of it', async () => {
  const { start, watch, ask, call } = server();
  const id = await start('quick', 'example.org');
  await watch(id);
  const { token } = await ask('tool-report-share', { id, days: 7 });
  await ask('tool-report-example', { id, shown: true });
  expect(await ask('tool-report-uses', { id })).toEqual({ links: 1, example: true });
  expect(await ask('tool-report-delete', { id })).toEqual({ deleted: true });
  expect(await ask('tool-example', { tool: 'quick' })).toEqual({ report: null });
  for (const [name, body] of [
    ['shared-report', { token: String(token) }],
    ['tool-report', { id }],
    ['tool-report-uses', { id }],
    ['tool-report-delete', { id }],
  ] as const)
    expect([name, (await call(name, body)).status]).toEqual([name, 404]);
  expect(await ask('tool-job-list', { tool: 'quick' })).toEqual([]);
  const { rows } = await law.machine.query(
    `select activity_description as said from public.activity_logs where metadata ->> 'job' = $1 order by sequence`,
    [id],
  );
  expect(rows).toEqual([{ said: 'quick finished: example.org' }, { said: 'quick report deleted: example.org' }]);
});

test('a job that runs is no report that could be deleted', async () => {
  const { start, call, store } = server();
  const id = await start('slow', port(), { authorised: true });
  await expect.poll(() => held.size, { interval: 5 }).toBe(1);
  expect((await call('tool-report-delete', { id })).status).toBe(404);
  expect((await store.read(id))?.state).toBe('running');
});

test('what can be the name of no tool is refused to a visitor before the database sees it', async () => {
  const { call } = server();
  for (const tool of ['\u0000', '', '../x', 'x'.repeat(65)]) expect((await call('tool-example', { tool })).status).toBe(400);
});

test('everything but the two that read what was shown is the owner’s alone', () => {
  const open = Object.entries(server().functions).flatMap(([name, { audience }]) => (audience === 'owner' ? [] : [name]));
  expect(open.toSorted()).toEqual(['shared-report', 'tool-example']);
});

test('the bell tells once what no earlier report on the target had; a first report tells nothing', async () => {
  const { start, watch } = server();
  const told = async () =>
    (
      await law.machine.query<{ title: string }>(
        `select title, message, type, important, metadata ->> 'target' as target, link = '/lister#job=' || (metadata ->> 'report') as leads from public.notifications
         where metadata ->> 'tool' = 'lister' order by created_at`,
      )
    ).rows;
  const run = async (target: string, ...names: readonly string[]) => {
    listed = names;
    expect((await watch(await start('lister', target))).at(-1)).toMatchObject({ state: 'finished' });
  };
  await run('a.example', 'www', 'mail');
  await run('b.example', 'other');
  await run('a.example');
  await run('a.example', 'www', 'mail');
  await run('a.example', 'www', 'vpn', 'api');
  await run('a.example', 'www', 'vpn', 'api');
  // A job has ended, the bell included, once its server has.
  await Promise.all(runners.splice(0).map(({ close }) => close()));
  expect(await told()).toEqual([
    { title: '2 new at a.example', message: 'api,vpn', type: 'security', important: true, target: 'a.example', leads: true },
  ]);
});
