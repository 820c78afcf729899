import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseAddress } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import { openKeys } from '../keys/key-store.ts';
import { findLivingHolder } from './data-lock.ts';
import type { DataSettings } from './open-data.ts';
import { openEmbeddedDatabase } from './open-embedded-database.ts';
import { reachSharedDatabase } from './open-shared-database.ts';

type Reached = { readonly address: DatabaseAddress; readonly close: () => Promise<void> };

/**
 * Reaches the database of an installation as it is: nothing is applied to it. An embedded one that does not run is started, and ends with
 * `close`. Throws a sentence for people.
 * @param patienceMs - how long a database of an address is waited for; 20 s where nothing is said
 */
export async function reachData({ database, dataFolder, keysFile }: DataSettings, log: Log, patienceMs?: number): Promise<Reached> {
  const nothing = async () => undefined;
  if (database !== undefined) return { address: await reachSharedDatabase(database, patienceMs), close: nothing };
  const running = findLivingHolder(dataFolder);
  if (running === undefined) {
    if (!existsSync(join(dataFolder, 'postgres', 'PG_VERSION')))
      throw new Error(`There is no database in ${dataFolder}: nothing to look at.`);
    return openEmbeddedDatabase(dataFolder, keysFile, log, 'as it is', { isBrief: true });
  }
  if (running.database === null) throw new Error('The server is starting right now. Run the command again in a moment.');
  const { databasePassword } = await openKeys(keysFile);
  return { address: { ...running.database, database: 'postgres', password: databasePassword }, close: nothing };
}
