import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { connectAs, type DatabaseAddress } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import type pg from 'pg';
import type { AppliedMigration } from '../database/migration-sources.ts';
import { reachData } from '../database/reach-data.ts';
import { keptKey, openKeys } from '../keys/key-store.ts';
import type { Settings } from '../settings.ts';
import { backupName } from './backup-names.ts';
import { beginLoading } from './load-rows.ts';
import { scratchOf, type WithScratch } from './scratch-database.ts';
import { type OnStep, readApplied, type SnapshotCounts, takeSnapshot } from './take-snapshot.ts';
import { type WrittenArchive, writeArchive } from './write-archive.ts';

/** What of the settings decides what is backed up. */
export type BackedUp = Pick<Settings, 'database' | 'dataFolder' | 'keysFile' | 'contentFolder' | 'storage'>;

export type MadeBackup = WrittenArchive & { readonly path: string; readonly counts: SnapshotCounts };

/** Where a backup goes, for whom (age recipients, `age1…`), and when it is made. */
type Wanted = {
  readonly folder: string;
  readonly recipients: readonly string[];
  readonly now: Date;
  /** Is told of each step: what is read, how much of it is done, and of how much. */
  readonly onStep?: OnStep | undefined;
  /** Where what is backed up is restored once; that of the installation where nothing is said. */
  readonly withScratch?: WithScratch | undefined;
};

/** Why there is no backup: somebody else makes one at this moment. */
export class AnotherBackup extends Error {
  constructor() {
    super('Another backup is under way. Wait until it is done.');
  }
}

/**
 * Writes one backup into a folder, whether or not a server runs. Throws a sentence for people, and leaves no file that looks whole,
 * where anything fails.
 */
export async function backUp(
  settings: BackedUp,
  log: Log,
  { onTurn, ...wanted }: Wanted & { /** Called once no other backup can begin. */ readonly onTurn?: () => void },
): Promise<MadeBackup> {
  const data = await reachData(settings, log);
  try {
    return await withSource(data.address, async (source) => {
      const { rows } = await source.query<{ mine: boolean }>(`select pg_try_advisory_lock(${turn}) as mine`);
      if (rows[0]?.mine !== true) throw new AnotherBackup();
      onTurn?.();
      return writeBackup(source, settings, log, wanted);
    });
  } finally {
    await data.close();
  }
}

/** The same of a database that is about to be brought up to date. Waits for its turn; then `isStillOld` says whether somebody else did it meanwhile. */
export async function backUpBeforeUpgrade(
  address: DatabaseAddress,
  settings: BackedUp,
  log: Log,
  wanted: Wanted & { readonly isStillOld: (applied: readonly AppliedMigration[]) => boolean },
): Promise<MadeBackup | undefined> {
  return withSource(address, async (source) => {
    await source.query(`select pg_advisory_lock(${turn})`);
    const applied = await readApplied(source);
    if (!wanted.isStillOld(applied)) return undefined;
    try {
      return await writeBackup(source, settings, log, wanted);
    } catch (error) {
      await source.query('rollback').catch(() => undefined);
      // Another server kept it, and is bringing it up to date right now: what is there changes meanwhile.
      const isOthers = (await readApplied(source).catch(() => applied)).length > applied.length;
      if (isOthers) return undefined;
      throw error;
    }
  });
}

/**
 * Two backups at once would share the scratch database's folder; and what stored objects held is not collected meanwhile
 * (`collect-contents.ts`). The turn ends with the connection.
 */
const turn = `hashtext('castellan backup')`;

async function withSource<Value>(address: DatabaseAddress, work: (source: pg.Client) => Promise<Value>): Promise<Value> {
  const source = await connectAs(address, 'supabase_admin');
  try {
    return await work(source);
  } finally {
    await source.end();
  }
}

async function writeBackup(
  source: pg.Client,
  settings: BackedUp,
  log: Log,
  { folder, recipients, now, onStep, withScratch = scratchOf(settings, log) }: Wanted,
): Promise<MadeBackup> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, backupName(now));
  const { ring } = await openKeys(settings.keysFile);
  const migrations = await readApplied(source);
  return withScratch(migrations, async (client) => {
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
        onStep: onStep ?? (() => undefined),
      };
      const taken = await takeSnapshot(add, from);
      counts = taken.counts;
      return taken.last;
    });
    if (counts === undefined) throw new Error('Nothing was counted.');
    return { ...written, path, counts };
  });
}
