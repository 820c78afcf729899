import type { DatabaseAddress } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import { migrate } from '@castellan/platform/core/migrate';
import type { MigrationSource } from '@castellan/platform/core/migration-source';
import pg from 'pg';
import { prepareDataFolder } from '../data-folder.ts';
import type { StoredKeys } from '../keys/key-store.ts';
import { takeDataLock } from './data-lock.ts';
import { findOrphan, startEmbeddedPostgres } from './embedded-postgres.ts';
import { openEmbeddedKeys } from './installation-keys.ts';
import { migrationSources } from './migration-sources.ts';
import type { UpgradeSnapshot } from './upgrade-snapshot.ts';

const wrongPassword = '28P01';

/** A data folder that this process holds: its database runs and is up to date. */
export type EmbeddedDatabase = {
  readonly address: DatabaseAddress;
  readonly keys: StoredKeys;
  /** Resolves if the database ends by itself. */
  readonly databaseDied: Promise<void>;
  readonly close: () => Promise<void>;
};

/** For whom a data folder is opened. */
type Opening = {
  /** Keeps what a database of an older version holds, before anything is applied. */
  readonly takeSnapshot?: UpgradeSnapshot['take'] | undefined;
  /** For a command, for which a start waits. */
  readonly isBrief?: boolean;
  /** Deleted at the end: nothing of it need survive a power cut. */
  readonly isScratch?: boolean;
};

/**
 * Takes the data folder, starts its database and applies what is missing of `sources`. Gives everything back where a step
 * fails.
 */
export async function openEmbeddedDatabase(
  dataFolder: string,
  keysFile: string,
  log: Log,
  sources: readonly MigrationSource[] | 'as it is' = migrationSources,
  { takeSnapshot, isBrief, isScratch }: Opening = {},
): Promise<EmbeddedDatabase> {
  prepareDataFolder(dataFolder);
  const held = await takeDataLock(dataFolder, () => findOrphan(dataFolder, log), {
    isBrief,
    onWait: (processId) => log.warn('waiting for a command that uses the data, such as a backup', { processId }),
  });
  try {
    const keys = await openEmbeddedKeys(dataFolder, keysFile);
    const postgres = await startEmbeddedPostgres({ dataFolder, password: keys.databasePassword, log, holds: held.descriptor, isScratch });
    try {
      held.recordDatabase({ host: postgres.address.host, port: postgres.address.port });
      const applied =
        sources === 'as it is' ? [] : await migrate(postgres.address, sources, takeSnapshot && (() => takeSnapshot(postgres.address)));
      if (applied.length > 0) log.info('migrations applied', { names: applied.join(', ') });
    } catch (error) {
      await postgres.stop();
      if (error instanceof pg.DatabaseError && error.code === wrongPassword) {
        throw new Error(
          `The keys in ${keysFile} are not those of the database in ${dataFolder}. Put back the file it was made with, or set CASTELLAN_KEYS_FILE to it.`,
        );
      }
      throw error;
    }
    return {
      address: postgres.address,
      keys,
      databaseDied: postgres.died,
      close: async () => {
        await postgres.stop();
        held.release();
      },
    };
  } catch (error) {
    held.release();
    throw error;
  }
}
