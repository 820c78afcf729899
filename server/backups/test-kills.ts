import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { findFreePort } from '../../tests/support/free-port.ts';
import { createTestOwner, runCommand } from '../../tests/support/owner.ts';
import { type OwnerSession, openOwnerSession } from '../../tests/support/owner-session.ts';
import { type RunningServer, startTestServer } from '../../tests/support/running-server.ts';
import { madeAtOf } from './backup-names.ts';
import { checkArchive } from './read-archive.ts';

/** What is found after servers were killed under load. */
export type KilledServers = {
  readonly kills: number;
  /** Writes that were answered with success, and those of them that are not there. */
  readonly acknowledged: number;
  readonly lost: number;
  /** Starts after a kill that did not become ready by themselves. */
  readonly failedStarts: readonly string[];
  /** Backups that have their name; each was read from end to end. Those of them that are not whole. */
  readonly backups: number;
  readonly halfBackups: readonly string[];
};

const writersAtOnce = 4;

/**
 * Starts a server on a data folder again and again, has several writers add tasks, and kills it at a random moment after the first of
 * them is acknowledged: the server alone, or its database with it. In every other round the server makes a backup meanwhile. At the end
 * every acknowledged task is looked for, and every file that looks like a backup is read.
 * @param random - from 0 to 1, as `Math.random`; the second number of a round decides whether its database is killed too
 * @param longestMs - the latest moment of a kill after the first acknowledged write
 * @param longestBackupMs - the same in a round with a backup; longer than a backup takes, so that some are whole by then
 */
export async function killServers(options: {
  readonly dataFolder: string;
  readonly backupFolder: string;
  readonly kills: number;
  readonly longestMs: number;
  readonly longestBackupMs?: number;
  readonly random: () => number;
}): Promise<KilledServers> {
  const { dataFolder, backupFolder, kills, longestMs, longestBackupMs = longestMs, random } = options;
  const environment = { PORT: String(await findFreePort()), LOG_LEVEL: 'error' };
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  let server = await startTestServer(dataFolder, environment);
  const owner = await createTestOwner(dataFolder);
  const scheduled = await runCommand('server/commands/backup.ts', dataFolder, [
    ...['--schedule', 'daily', '--to', backupFolder, '--recipient', recipient],
  ]);
  if (scheduled.exitCode !== 0) throw new Error(scheduled.complaint);
  // Its token is the same before a kill and after.
  const { client: tasks } = await openOwnerSession(server.url, owner, 0);
  const acknowledged: string[] = [];
  const failedStarts: string[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const hasBackup = kill % 2 === 0;
    if (hasBackup) await tasks.functions.invoke('backup-run', { body: { act: 'start' } });
    let isOver = false;
    const isWritten = Promise.withResolvers<void>();
    const writing = Promise.all(
      Array.from({ length: writersAtOnce }, async () => {
        while (!isOver) {
          const id = randomUUID();
          const { error } = await tasks.from('tasks').insert({ id, title: `Written before kill ${kill}` });
          if (error === null) {
            acknowledged.push(id);
            isWritten.resolve();
          } else await new Promise(setImmediate);
        }
      }),
    );
    await isWritten.promise;
    await after(random() * (hasBackup ? longestBackupMs : longestMs));
    await killAll(server, random() < 0.5 ? databaseOf(dataFolder) : undefined);
    isOver = true;
    await writing;
    try {
      server = await startTestServer(dataFolder, environment);
    } catch (error) {
      failedStarts.push(error instanceof Error ? error.message : String(error));
      break;
    }
  }
  const there = await readIds(tasks, acknowledged);
  await server.stop();
  const named = readdirSync(backupFolder).filter((name) => madeAtOf(name) !== undefined);
  const halfBackups: string[] = [];
  for (const name of named) {
    await checkArchive({ path: join(backupFolder, name), identities: [identity] }).catch((error: Error) => halfBackups.push(error.message));
  }
  return {
    kills,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((id) => !there.has(id)).length,
    failedStarts,
    backups: named.length,
    halfBackups,
  };
}

async function readIds(tasks: OwnerSession['client'], ids: readonly string[]): Promise<ReadonlySet<string>> {
  const there = new Set<string>();
  for (let from = 0; from < ids.length; from += 100) {
    const { data, error } = await tasks
      .from('tasks')
      .select('id')
      .in('id', ids.slice(from, from + 100));
    if (error !== null) throw new Error(`${error.message} ${error.details}`);
    for (const { id } of data) there.add(id);
  }
  return there;
}

/** The process id of the database, as its own file has it. */
function databaseOf(dataFolder: string): number | undefined {
  const [first] = readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return first === undefined || !/^\d+$/.test(first) ? undefined : Number(first);
}

async function killAll(server: RunningServer, database: number | undefined): Promise<void> {
  const exited = once(server.process, 'exit');
  if (database !== undefined) process.kill(database, 'SIGKILL');
  server.process.kill('SIGKILL');
  await exited;
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
