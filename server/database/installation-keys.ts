import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasKeys } from '@castellan/platform/cluster/prepare-database';
import { openKeys, openOrMakeKeys, type StoredKeys } from '../keys/key-store.ts';
import type { Settings } from '../settings.ts';
import { reachSharedDatabase, type SharedDatabaseSettings } from './open-shared-database.ts';

type InstallationSettings = Pick<Settings, 'database' | 'dataFolder' | 'keysFile'>;

/** The keys of the installation that the settings name, made where it is new. Throws as the two below. */
export function openInstallationKeys({ database, dataFolder, keysFile }: InstallationSettings): Promise<StoredKeys> {
  return database === undefined ? openEmbeddedKeys(dataFolder, keysFile) : openSharedKeys(database, keysFile);
}

/** Throws a sentence for people, and writes nothing, where there is a database already and its keys are missing. */
export async function openEmbeddedKeys(dataFolder: string, keysFile: string): Promise<StoredKeys> {
  if (!existsSync(keysFile) && existsSync(join(dataFolder, 'postgres', 'PG_VERSION'))) {
    throw new Error(
      `The keys file ${keysFile} is missing, and the database in ${dataFolder} was made with it. Put the file back from a backup, or set CASTELLAN_KEYS_FILE to where it is. No other keys open this database: without them, all that is left is to begin with an empty one, in another CASTELLAN_DATA_DIR. Nothing was written.`,
    );
  }
  return openOrMakeKeys(keysFile);
}

/** As above. The database is asked only where the file is missing. */
export async function openSharedKeys(database: SharedDatabaseSettings, keysFile: string): Promise<StoredKeys> {
  if (existsSync(keysFile)) return openKeys(keysFile);
  if (await hasKeys(await reachSharedDatabase(database))) {
    throw new Error(
      `The keys file ${keysFile} is missing, and the database of DATABASE_URL was first used with it. Copy the file from another server of this database or from a backup, or set CASTELLAN_KEYS_FILE to where it is. No other keys open what is sealed in this database: without them, all that is left is to begin with an empty one. Nothing was written.`,
    );
  }
  return openOrMakeKeys(keysFile);
}
