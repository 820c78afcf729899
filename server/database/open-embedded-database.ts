import type { DatabaseAddress } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import { migrate } from '@castellan/platform/core/migrate';
import { prepareDataFolder } from '../data-folder.ts';
import { keysFileOf, openKeys, type StoredKeys } from '../keys/key-store.ts';
import { recordDatabaseInLock, releaseDataLock, takeDataLock } from './data-lock.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrationSources } from './migration-sources.ts';

/** A data folder that this process holds: its database runs and is up to date. */
export type OpenData = {
  readonly address: DatabaseAddress;
  readonly keys: StoredKeys;
  /** Resolves if the database ends by itself. */
  readonly databaseDied: Promise<void>;
  readonly close: () => Promise<void>;
};

/** Takes the data folder, starts its database and applies what is missing. Gives everything back where a step fails. */
export async function openData(dataFolder: string, log: Log): Promise<OpenData> {
  prepareDataFolder(dataFolder);
  takeDataLock(dataFolder);
  try {
    const keys = await openKeys(keysFileOf(dataFolder));
    const postgres = await startEmbeddedPostgres({ dataFolder, password: keys.databasePassword, log });
    try {
      recordDatabaseInLock(dataFolder, { host: postgres.address.host, port: postgres.address.port });
      const applied = await migrate(postgres.address, migrationSources);
      if (applied.length > 0) log.info('migrations applied', { names: applied.join(', ') });
    } catch (error) {
      await postgres.stop();
      throw error;
    }
    return {
      address: postgres.address,
      keys,
      databaseDied: postgres.died,
      close: async () => {
        await postgres.stop();
        releaseDataLock(dataFolder);
      },
    };
  } catch (error) {
    releaseDataLock(dataFolder);
    throw error;
  }
}
