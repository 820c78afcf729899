import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { connectAs, type DatabaseAddress } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import type pg from 'pg';
import { findLivingHolder } from '../database/data-lock.ts';
import { openEmbeddedDatabase } from '../database/open-embedded-database.ts';
import { reachSharedDatabase } from '../database/open-shared-database.ts';
import { keptKey, openKeys } from '../keys/key-store.ts';
import type { Settings } from '../settings.ts';
import { backupName } from './backup-names.ts';
import { beginLoading } from './load-rows.ts';
import { withScratchDatabase } from './scratch-database.ts';
import { readApplied, type SnapshotCounts, takeSnapshot } from './take-snapshot.ts';
import { type WrittenArchive, writeArchive } from './write-archive.ts';

/** What of the settings decides what is backed up. */
export type BackedUp = Pick<Settings, 'database' | 'dataFolder' | 'keysFile' | 'contentFolder'>;

export type MadeBackup = WrittenArchive & { readonly path: string; readonly counts: SnapshotCounts };

/**
 * Writes one backup into a folder, whether or not a server runs. Throws a sentence for people, and leaves no file that looks whole,
 * where anything fails.
 * @param recipients - age recipients, `age1…`
 */
export async function backUp(
  settings: BackedUp,
  log: Log,
  { folder, recipients, now }: { readonly folder: string; readonly recipients: readonly string[]; readonly now: Date },
): Promise<MadeBackup> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, backupName(now));
  const data = await reachData(settings, log);
  try {
    const source = await connectAs(data.address, 'supabase_admin');
    try {
      await holdTurn(source);
      const { ring } = await openKeys(settings.keysFile);
      const migrations = await readApplied(source);
      return await withScratchDatabase(settings.dataFolder, migrations, log, async (client) => {
        const scratch = await beginLoading(client);
        let counts: SnapshotCounts | undefined;
        const written = await writeArchive(path, recipients, now, async (add) => {
          const from = { source, scratch, migrations, authenticatorKey: keptKey(ring), contentFolder: settings.contentFolder, madeAt: now };
          const taken = await takeSnapshot(add, from);
          counts = taken.counts;
          return taken.last;
        });
        if (counts === undefined) throw new Error('Nothing was counted.');
        return { ...written, path, counts };
      });
    } finally {
      await source.end();
    }
  } finally {
    await data.close();
  }
}

type Reached = { readonly address: DatabaseAddress; readonly close: () => Promise<void> };

/** The database as it is: nothing is applied to it. */
async function reachData({ database, dataFolder, keysFile }: BackedUp, log: Log): Promise<Reached> {
  const nothing = async () => undefined;
  if (database !== undefined) return { address: await reachSharedDatabase(database), close: nothing };
  const running = findLivingHolder(dataFolder);
  if (running === undefined) {
    if (!existsSync(join(dataFolder, 'postgres', 'PG_VERSION')))
      throw new Error(`There is no database in ${dataFolder}: nothing to back up.`);
    return openEmbeddedDatabase(dataFolder, keysFile, log, 'as it is');
  }
  if (running.database === null) throw new Error('The server is starting right now. Run the command again in a moment.');
  const { databasePassword } = await openKeys(keysFile);
  return { address: { ...running.database, database: 'postgres', password: databasePassword }, close: nothing };
}

/** Two backups at once would share the scratch database's folder. The turn ends with the connection. */
async function holdTurn(source: pg.Client): Promise<void> {
  const { rows } = await source.query<{ mine: boolean }>(`select pg_try_advisory_lock(hashtext('castellan backup')) as mine`);
  if (rows[0]?.mine !== true) throw new Error('Another backup is under way. Wait until it is done.');
}
