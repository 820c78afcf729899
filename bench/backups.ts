/**
 * `npm run bench -- backups`: a backup by the running server and a restore of 100,000 tasks, 10,000 sealed records and 1 GB of stored
 * objects: how long, how much memory, and how much slower the owner's requests are meanwhile. Rounds with and without a backup take
 * turns. `--write` puts the table into docs/benchmarks.md.
 */

import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connectAs } from '@castellan/platform/core/database';
import { contentPlace } from '@castellan/platform/storage/files/content-files';
import { scheduleFilesAt } from '../server/backups/schedule/schedule-files.ts';
import { findLivingHolder } from '../server/database/data-lock.ts';
import { keysFileOf } from '../server/keys/key-store.ts';
import { runCommand } from '../tests/support/owner.ts';
import { makeDataFolder, startTestServer } from '../tests/support/running-server.ts';
import { type SignedInOwner, signInNewOwner } from './signed-in-owner.ts';
import { writeTable } from './written-table.ts';

const amounts = { rows: 100_000, sealed: 10_000, objects: 1_000, objectBytes: 1_000_000 };
const aims = { seconds: 60, memoryMiB: 64, slower: 1.5 };
const rounds = 2;
const asksAtRest = 300;
/** Between two requests: a person's page asks a few things a second. */
const pauseMs = 20;

const loadBefore = loadavg()[0] ?? 0;
const data = makeDataFolder();
const folder = mkdtempSync(join(tmpdir(), 'castellan-bench-'));
const to = join(folder, 'backups');
mkdirSync(to);
const server = await startTestServer(data.path, { LOG_LEVEL: 'error' });
try {
  const owner = await signInNewOwner(server.url, data.path);
  await fill(owner);
  const { identity, recipient } = await makeIdentity();
  const since = new Date(Date.now() + 86_400_000).toISOString();
  scheduleFilesAt(keysFileOf(data.path)).writeSchedule({ folder: to, recipients: [recipient], keep: null, at: '00:00', ping: null, since });
  const atRest: number[] = [];
  const meanwhile: number[] = [];
  const made: Made[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < asksAtRest; index += 1) atRest.push(await ask(owner));
    made.push(await backUp(owner, meanwhile));
  }
  const [file = ''] = readdirSync(to).sort();
  const restored = await restore(join(to, file), identity);
  report({ atRest, meanwhile, made, restored, bytes: statSync(join(to, file)).size, bareMiB: await bareProcessMiB() });
} finally {
  await server.stop();
  data.remove();
  rmSync(folder, { recursive: true, force: true });
}

/** `processorSeconds`: of the process alone, which a busy machine makes wait and does not change much. */
type Made = { readonly seconds: number; readonly processorSeconds: number; readonly peakMiB: number };

/** Rows and objects as they lie in a database and a folder after years of use; put there past the API, which would take an hour. */
async function fill({ databasePassword, session }: SignedInOwner): Promise<void> {
  const running = findLivingHolder(data.path)?.database;
  if (running === undefined || running === null) throw new Error('The server is not there.');
  const client = await connectAs({ ...running, database: 'postgres', password: databasePassword }, 'supabase_admin');
  await client.query("set session_replication_role = 'replica'");
  await client.query(
    `insert into public.tasks (user_id, title, notes, tags, due_on)
     select $1, 'Task ' || n, repeat('Words of a note. ', n % 20), array['one', 'tag ' || n % 50], date '2020-01-01' + n % 2000
     from generate_series(1, $2::int) as n`,
    [session.user.id, amounts.rows],
  );
  await client.query(
    `insert into public.notes (user_id, sealed)
     select $1, 'r2.' || repeat('a', 22) || '.1.' || (
       select string_agg(encode(sha256((n || ' ' || part)::bytea), 'hex'), '') from generate_series(1, 40) as part)
     from generate_series(1, $2::int) as n`,
    [session.user.id, amounts.sealed],
  );
  await client.query("insert into storage.buckets (id, name) values ('bench', 'bench')");
  for (let index = 0; index < amounts.objects; index += 1) {
    const bytes = randomBytes(amounts.objectBytes);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const { shelf, path } = contentPlace(join(data.path, 'files'), hash);
    mkdirSync(shelf, { recursive: true, mode: 0o700 });
    writeFileSync(path, bytes, { mode: 0o600 });
    await client.query('insert into storage.contents (hash, touched_at) values ($1, now())', [hash]);
    await client.query("insert into storage.objects (bucket_id, name, content) values ('bench', $1, $2)", [`object ${index}`, hash]);
  }
  await client.query('analyze');
  await client.end();
}

async function makeIdentity() {
  const { lines } = await runCommand('server/commands/backup.ts', data.path, ['--new-identity']);
  const [recipient = '', identity = ''] = [/age1\w+/.exec(lines[0] ?? '')?.[0], lines[1]];
  return { recipient, identity };
}

/** One of the owner's requests, in milliseconds. */
async function ask({ headers }: SignedInOwner): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`${server.url}/rest/v1/tasks?select=id,title,due_on&order=updated_at.desc,id&limit=50`, { headers });
  if (answer.status !== 200 || ((await answer.json()) as unknown[]).length !== 50) throw new Error(`The server answered ${answer.status}.`);
  const took = performance.now() - begun;
  await pause(pauseMs);
  return took;
}

/** One backup as Settings begins it, with the owner's requests meanwhile. */
async function backUp(owner: SignedInOwner, times: number[]): Promise<Made> {
  const act = (wanted: string) => owner.client.functions.invoke('backup-run', { body: { act: wanted } });
  const begun = performance.now();
  const started = await act('start');
  if (started.error !== null) throw started.error;
  const files = scheduleFilesAt(keysFileOf(data.path));
  const before = files.readRecord().last?.id;
  let [peakMiB, processorSeconds] = [0, 0];
  for (;;) {
    times.push(await ask(owner));
    const taken = takenByBackup();
    peakMiB = Math.max(peakMiB, taken.peakMiB);
    processorSeconds = Math.max(processorSeconds, taken.processorSeconds);
    const { last, running } = files.readRecord();
    if (running !== null || last === null || last.id === before) continue;
    if (last.outcome !== 'made') throw new Error(`The backup ${last.outcome}: ${last.error}`);
    return { seconds: (performance.now() - begun) / 1000, processorSeconds, peakMiB };
  }
}

/** What the process of the backup took so far. */
function takenByBackup(): Omit<Made, 'seconds'> {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      if (!new RegExp(`^PPid:\\s+${server.process.pid}$`, 'm').test(status)) continue;
      if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('backup-program.ts'))
        return { peakMiB: peakOf(status), processorSeconds: processorSecondsOf(name) };
    } catch {
      // It ended while the list was read.
    }
  }
  return { peakMiB: 0, processorSeconds: 0 };
}

/** Linux counts in hundredths of a second, for programs. */
function processorSecondsOf(processId: string): number {
  const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function peakOf(status: string): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

/** What a process of Node takes that does nothing. */
async function bareProcessMiB(): Promise<number> {
  const child = spawn(process.execPath, ['--eval', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  await pause(1_000);
  const peak = peakOf(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
  child.stdin.end();
  await once(child, 'exit');
  return peak;
}

async function restore(file: string, identity: string): Promise<number> {
  const begun = performance.now();
  const there = join(folder, 'restored');
  mkdirSync(there, { mode: 0o711 });
  const given = [file, '--identity', '-', '--no-start'];
  const said = await runCommand('server/commands/restore.ts', join(there, 'data'), given, identity, {
    CASTELLAN_CONTENT_DIR: join(there, 'content'),
  });
  if (said.exitCode !== 0) throw new Error(said.complaint);
  return (performance.now() - begun) / 1000;
}

type Found = {
  readonly atRest: readonly number[];
  readonly meanwhile: readonly number[];
  readonly made: readonly Made[];
  readonly restored: number;
  readonly bytes: number;
  readonly bareMiB: number;
};

function report({ atRest, meanwhile, made, restored, bytes, bareMiB }: Found): void {
  const seconds = middle(made.map((one) => one.seconds));
  const more = Math.max(...made.map(({ peakMiB }) => peakMiB)) - bareMiB;
  const ms = (times: readonly number[], part: number) => quantile(times, part);
  const compare = (part: number) => `${ms(atRest, part).toFixed(1)} ms, ${ms(meanwhile, part).toFixed(1)} ms`;
  const slower = (part: number) => ms(meanwhile, part) / ms(atRest, part);
  const isMet = (met: boolean) => (met ? 'yes' : 'no');
  const rows = [
    [
      'one backup, until it is checked',
      `${seconds.toFixed(0)} s (${(bytes / 1e6).toFixed(0)} MB)`,
      `${aims.seconds} s`,
      isMet(seconds <= aims.seconds),
    ],
    ['processor time of its process', `${middle(made.map((one) => one.processorSeconds)).toFixed(0)} s`, '', ''],
    [
      'memory of its process over a bare one, at most',
      `+${more.toFixed(0)} MiB (over ${bareMiB.toFixed(0)})`,
      `+${aims.memoryMiB} MiB`,
      isMet(more <= aims.memoryMiB),
    ],
    ...(
      [
        ['in the middle', 0.5],
        ['95 of 100', 0.95],
      ] as const
    ).map(([name, part]) => [
      `the owner's request at rest and meanwhile, ${name}`,
      `${compare(part)} (× ${slower(part).toFixed(1)})`,
      `× ${aims.slower}`,
      isMet(slower(part) <= aims.slower),
    ]),
    ['a restore to another folder', `${restored.toFixed(0)} s`, '', ''],
  ];
  const said = `The machine was busy with other work: ${loadBefore.toFixed(1)} processes wanted to run on average in the minute before.`;
  const table = ['| What | Found | Aim | Met |', '| --- | --- | --- | --- |', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
  console.log(`${said}\n\n${table}`);
  if (process.argv.includes('--write')) writeTable('backups', 'npm run bench -- backups --write', `${said}\n\n${table}`);
}

function middle(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
