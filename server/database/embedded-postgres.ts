import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DatabaseAddress } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import type { Orphan } from './data-lock.ts';
import { chooseDatabaseAccount, type DatabaseAccount } from './database-account.ts';
import { requirePostgresBinaries } from './postgres-binaries.ts';
import { commandOf, isRunning } from './process-identity.ts';
import { scramVerifier } from './scram-verifier.ts';

/** A PostgreSQL server that this process started and owns. */
export type EmbeddedPostgres = {
  /** Where to connect. The superuser is `supabase_admin`; the bootstrap makes the other roles with the same password. */
  readonly address: DatabaseAddress;
  readonly processId: number;
  /** Resolves if the server ends without having been asked to. */
  readonly died: Promise<void>;
  /** Lets running transactions end or rolls them back, writes a checkpoint, and waits until the server is gone. */
  readonly stop: () => Promise<void>;
};

type Options = {
  /** The folder that holds `postgres/`. The caller holds its lock. */
  readonly dataFolder: string;
  readonly password: string;
  readonly log: Log;
  /** The lock on the folder, which the server keeps as its own for as long as one of its processes lives. */
  readonly holds?: number | undefined;
  /** Deleted at the end: nothing waits until it is on the disk. */
  readonly isScratch?: boolean | undefined;
};

/** Few connections and small buffers: one person's data. Durability is never traded (fsync, full pages, checksums). */
const serverSettings = [
  'fsync=on',
  'full_page_writes=on',
  'synchronous_commit=on',
  'shared_buffers=32MB',
  'max_connections=40',
  'io_method=sync',
  'jit=off',
  'max_wal_size=256MB',
  'timezone=UTC',
  // Error texts can quote rows: what the database says of a failed statement stays out of our logs.
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
];

/** In the place of what keeps data over a power cut. */
const scratchSettings = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'wal_level=minimal', 'max_wal_senders=0'];

/** Long enough to replay the write-ahead log after a crash on a slow disk. */
const startTimeoutMs = 120_000;

/** Starts the embedded server on a data folder, making the database cluster on the first start. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const clusterFolder = join(options.dataFolder, 'postgres');
  const runtimeFolder = makeRuntimeFolder();
  const account = chooseDatabaseAccount({ nativeFolder: requirePostgresBinaries(), clusterFolder }, runtimeFolder);
  try {
    await findOrphan(options.dataFolder, options.log)?.stop();
    // Whatever it says is from before a crash: no database of ours runs, and the folder's lock is held.
    rmSync(join(clusterFolder, 'postmaster.pid'), { force: true });
    if (!existsSync(join(clusterFolder, 'PG_VERSION'))) await makeCluster(clusterFolder, runtimeFolder, options, account);
    if (account.userId !== undefined) chownSync(runtimeFolder, account.userId, account.userId);
    return await startServer(runtimeFolder, account, options);
  } catch (error) {
    rmSync(runtimeFolder, { recursive: true, force: true });
    throw error;
  }
}

/** A short path of our own: the socket's whole path may hold about 100 bytes, which a data folder easily exceeds. */
function makeRuntimeFolder(): string {
  const candidates = [process.getuid?.() === 0 ? '/run' : undefined, process.env['XDG_RUNTIME_DIR'], tmpdir(), '/tmp'];
  const parent = candidates.find((folder) => folder !== undefined && folder.length < 60 && isWritable(folder)) ?? tmpdir();
  const folder = mkdtempSync(join(parent, 'castellan-'));
  chmodSync(folder, 0o700);
  return folder;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes the cluster beside its final place and moves it there when whole, so that a kill midway leaves nothing half made.
 * Where `nobody` runs initdb, other programs of that user could read and write what it makes: so it learns the password's
 * verifier only, and what decides who may connect is written again once the files belong to the database's own user.
 */
async function makeCluster(clusterFolder: string, runtimeFolder: string, options: Options, account: DatabaseAccount): Promise<void> {
  // The mount namespace binds the cluster folder itself, which therefore must exist and stay the same folder.
  rmSync(clusterFolder, { recursive: true, force: true });
  mkdirSync(clusterFolder, { mode: 0o700, recursive: true });
  const making = join(clusterFolder, 'making');
  await initialise(clusterFolder, runtimeFolder, options, account);
  if (account.userId !== undefined) {
    giveTo(clusterFolder, account.userId);
    chownSync(runtimeFolder, account.userId, account.userId);
  }
  for (const [name, text] of Object.entries(ownConfiguration)) {
    rmSync(join(making, name), { force: true });
    writeFileSync(join(making, name), text, { mode: 0o600, flag: 'wx' });
    if (account.userId !== undefined) lchownSync(join(making, name), account.userId, account.userId);
  }
  // PG_VERSION goes last: a folder that has it is whole.
  for (const name of readdirSync(making).sort((left, right) => Number(left === 'PG_VERSION') - Number(right === 'PG_VERSION'))) {
    renameSync(join(making, name), join(clusterFolder, name));
  }
  rmSync(making, { recursive: true });
}

/** Settings come on the command line; everybody signs in with a password, over the socket or (Windows) loopback. */
const ownConfiguration: Readonly<Record<string, string>> = {
  'postgresql.conf': '# Castellan gives its settings on the command line.\n',
  'postgresql.auto.conf': '',
  'pg_ident.conf': '',
  'pg_hba.conf': 'local all all scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\n',
};

async function initialise(
  clusterFolder: string,
  runtimeFolder: string,
  { password, isScratch = false }: Options,
  account: DatabaseAccount,
): Promise<void> {
  const passwordFile = join(runtimeFolder, 'password');
  writeFileSync(passwordFile, `${scramVerifier(password)}\n`, { mode: 0o600 });
  if (account.setupUserId !== undefined) {
    for (const path of [clusterFolder, runtimeFolder, passwordFile]) chownSync(path, account.setupUserId, account.setupUserId);
  }
  const child = account.start(
    'initdb',
    account.setupUserId,
    (paths) => [
      ...['-D', join(paths.clusterFolder, 'making'), '-U', 'supabase_admin', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
      ...['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--data-checksums'],
      ...(isScratch ? ['--no-sync'] : []),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], env: databaseEnvironment() },
  );
  await finish(child, `PostgreSQL could not make its data folder ${clusterFolder}`);
  rmSync(passwordFile);
}

async function finish(child: ChildProcess, complaint: string): Promise<void> {
  const said = collect(child);
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  if (exitCode !== 0) throw new Error(`${complaint}: ${(await said).slice(-600)}`);
}

function giveTo(path: string, userId: number): void {
  lchownSync(path, userId, userId);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) giveTo(child, userId);
    else lchownSync(child, userId, userId);
  }
}

async function startServer(
  runtimeFolder: string,
  account: DatabaseAccount,
  { password, log, holds, isScratch = false }: Options,
): Promise<EmbeddedPostgres> {
  const onSocket = process.platform !== 'win32';
  const port = onSocket ? 5432 : await findFreePort();
  const listen = onSocket
    ? ['listen_addresses=', `unix_socket_directories=${runtimeFolder}`, 'unix_socket_permissions=0700']
    : ['listen_addresses=127.0.0.1'];
  const settings = [...listen, ...serverSettings, ...(isScratch ? scratchSettings : [])];
  const child = account.start(
    'postgres',
    account.userId,
    (paths) => ['-D', paths.clusterFolder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    // Detached: Ctrl+C in a terminal reaches every process of its group, and the database must outlive our last request.
    { stdio: ['ignore', 'ignore', 'pipe', ...(holds === undefined ? [] : [holds])], env: databaseEnvironment(), detached: onSocket },
  );
  const exited = once(child, 'exit');
  endWithProcess(child);
  await waitUntilReady(child, log);
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGINT');
      await exited;
    }
    rmSync(runtimeFolder, { recursive: true, force: true });
  };
  return {
    address: { host: onSocket ? runtimeFolder : '127.0.0.1', port, database: 'postgres', password },
    processId: child.pid ?? 0,
    died: new Promise((resolve) => {
      child.on('exit', () => {
        if (!isStopping) resolve();
      });
    }),
    stop,
  };
}

const children = new Set<ChildProcess>();

/** A process that exits in the middle of a start or of a stop leaves no database behind: it is asked to end as a stop would. */
function endWithProcess(child: ChildProcess): void {
  if (children.size === 0) process.on('exit', endChildren);
  children.add(child);
  child.once('exit', () => {
    children.delete(child);
    if (children.size === 0) process.off('exit', endChildren);
  });
}

function endChildren(): void {
  for (const child of children) child.kill('SIGINT');
}

async function waitUntilReady(child: ChildProcess, log: Log): Promise<void> {
  const lastLines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`PostgreSQL did not start within ${startTimeoutMs / 1000} s: ${lastLines.join(' / ')}`)),
      startTimeoutMs,
    );
    timer.unref();
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`PostgreSQL did not start (exit ${code}): ${lastLines.join(' / ')}`)));
    if (child.stderr === null) return;
    createInterface({ input: child.stderr }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > 6) lastLines.shift();
      log.debug('database said', { line });
      if (!line.includes('database system is ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Whether a process is a PostgreSQL that works on this very folder: an id from before a crash may be anybody's by now. */
function isDatabaseOf(processId: number, clusterFolder: string): boolean {
  if (!Number.isInteger(processId) || processId < 2 || !isRunning(processId) || !/postgres/.test(commandOf(processId))) return false;
  if (process.platform !== 'linux') return process.platform === 'win32' || commandOf(processId).includes(clusterFolder);
  try {
    // The server's working folder is its cluster; compared as a file, because in a mount namespace it has another name.
    const [working, cluster] = [statSync(`/proc/${processId}/cwd`), statSync(clusterFolder)];
    return working.dev === cluster.dev && working.ino === cluster.ino;
  } catch {
    return false;
  }
}

/**
 * The server that was left behind when our process was killed, which still owns the cluster; `undefined` where there is none
 * that this process can see. It is asked to end as a clean stop would.
 */
export function findOrphan(dataFolder: string, log: Log): Orphan | undefined {
  const clusterFolder = join(dataFolder, 'postgres');
  const pidFile = join(clusterFolder, 'postmaster.pid');
  if (!existsSync(pidFile)) return undefined;
  const processId = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  // The id may be free, or a stranger's by now.
  if (!isDatabaseOf(processId, clusterFolder)) return undefined;
  const stop = async () => {
    log.warn('stopping a database left behind by a process that was killed', { processId });
    try {
      process.kill(processId, 'SIGINT');
    } catch (error) {
      // It ended by itself meanwhile.
      if (isRunning(processId)) throw error;
    }
    const deadline = Date.now() + 20_000;
    while (isRunning(processId)) {
      if (Date.now() > deadline)
        throw new Error(`A database left behind by an earlier start (process ${processId}) does not end. Stop it, then start again.`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { processId, stop };
}

function databaseEnvironment(): NodeJS.ProcessEnv {
  // Nothing of our own environment reaches the database: it may hold secrets.
  return process.platform === 'win32' ? process.env : { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' };
}

async function collect(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stderr ?? []) text += String(chunk);
  return text.trim();
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 5432;
}

/**
 * A password that only this server's own processes know.
 * @internal Tests start servers without a data folder's keys.
 */
export function makeDatabasePassword(): string {
  return randomBytes(24).toString('base64url');
}
