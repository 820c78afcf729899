import { type DatabaseAddress, openPool } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import type pg from 'pg';
import { findLivingHolder } from '../database/data-lock.ts';
import { type DataSettings, openData } from '../database/open-data.ts';
import type { UpgradeSnapshot } from '../database/upgrade-snapshot.ts';
import { openKeys } from '../keys/key-store.ts';

/**
 * Gives work a pool connected as `postgres` to the database that the settings name. The embedded one is reached through the
 * running server's socket where one runs, otherwise it is started for as long as the work takes; `snapshot` keeps one of an older version.
 */
export async function withData<Value>(
  settings: DataSettings,
  log: Log,
  work: (pool: pg.Pool) => Promise<Value>,
  snapshot?: UpgradeSnapshot,
): Promise<Value> {
  const running = settings.database === undefined ? findLivingHolder(settings.dataFolder) : undefined;
  if (running !== undefined) {
    if (running.database === null) throw new Error('The server is starting right now. Run the command again in a moment.');
    const { databasePassword } = await openKeys(settings.keysFile);
    return withPool({ ...running.database, database: 'postgres', password: databasePassword }, work);
  }
  const data = await openData(settings, log, snapshot, { isBrief: true });
  try {
    return await withPool(data.address, work);
  } finally {
    await data.close();
  }
}

async function withPool<Value>(address: DatabaseAddress, work: (pool: pg.Pool) => Promise<Value>): Promise<Value> {
  const pool = openPool(address, 'postgres', { max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
