import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { connectAs } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import type pg from 'pg';
import { reachData } from '../database/reach-data.ts';
import { keptKey, openKeys } from '../keys/key-store.ts';
import type { Settings } from '../settings.ts';
import { backupName } from './backup-names.ts';
import { beginLoading } from './load-rows.ts';
import { withScratchDatabase } from './scratch-database.ts';
import { readApplied, type SnapshotCounts, takeSnapshot } from './take-snapshot.ts';
import { type WrittenArchive, writeArchive } from './write-archive.ts';

/** What of the settings decides what is backed up. */
export type BackedUp = Pick<Settings, 'database' | 'dataFolder' | 'keysFile' | 'contentFolder' | 'storage'>;

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
          const from = {
            source,
            scratch,
            migrations,
            authenticatorKey: keptKey(ring),
            contentFolder: settings.contentFolder,
            objectsFolder: settings.storage.folder,
            madeAt: now,
          };
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

/**
 * Two backups at once would share the scratch database's folder; and what stored objects held is not collected meanwhile
 * (`collect-contents.ts`). The turn ends with the connection.
 */
async function holdTurn(source: pg.Client): Promise<void> {
  const { rows } = await source.query<{ mine: boolean }>(`select pg_try_advisory_lock(hashtext('castellan backup')) as mine`);
  if (rows[0]?.mine !== true) throw new Error('Another backup is under way. Wait until it is done.');
}
