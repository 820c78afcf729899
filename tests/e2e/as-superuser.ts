import { connectionConfig } from '@castellan/platform/core/database';
import pg from 'pg';
import { findDataLock } from '../../server/database/data-lock.ts';
import { keysFileOf, openKeys } from '../../server/keys/key-store.ts';

/** Runs statements as the database's superuser, whom no policy and no grant stops. */
export async function asSuperuser(dataFolder: string, statements: readonly string[]): Promise<void> {
  const keys = await openKeys(keysFileOf(dataFolder));
  const listening = findDataLock(dataFolder)?.database;
  if (!listening) throw new Error('The database is not recorded in the lock.');
  const client = new pg.Client(connectionConfig({ ...listening, database: 'postgres', password: keys.databasePassword }, 'supabase_admin'));
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
