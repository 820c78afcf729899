import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { connectAs } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import type pg from 'pg';
import { prepareDataFolder } from '../data-folder.ts';
import { findOrphan } from '../database/embedded-postgres.ts';
import { type AppliedMigration, sourcesAt } from '../database/migration-sources.ts';
import { openEmbeddedDatabase } from '../database/open-embedded-database.ts';
import { keysFileOf } from '../keys/key-store.ts';

/**
 * Runs work on an empty embedded database with these migrations, in a folder of its own below the data folder, and deletes it. What a
 * killed process left there goes first: the caller sees to it that no two run at once.
 */
export async function withScratchDatabase<Value>(
  dataFolder: string,
  migrations: readonly AppliedMigration[],
  log: Log,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const sources = sourcesAt(migrations);
  prepareDataFolder(dataFolder);
  const folder = join(dataFolder, 'scratch');
  await findOrphan(folder, log)?.stop();
  rmSync(folder, { recursive: true, force: true });
  try {
    const database = await openEmbeddedDatabase(folder, keysFileOf(folder), log, sources);
    try {
      const client = await connectAs(database.address, 'supabase_admin');
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    } finally {
      await database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
