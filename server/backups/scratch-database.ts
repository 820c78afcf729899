import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { connectAs } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import type pg from 'pg';
import { prepareForFiles } from '../data-folder.ts';
import { findOrphan } from '../database/embedded-postgres.ts';
import { type AppliedMigration, sourcesAt } from '../database/migration-sources.ts';
import { openEmbeddedDatabase } from '../database/open-embedded-database.ts';
import { keysFileOf } from '../keys/key-store.ts';
import type { Settings } from '../settings.ts';

/** Runs work on an empty database with these migrations, connected as `supabase_admin`, and deletes the database. */
export type WithScratch = <Value>(migrations: readonly AppliedMigration[], work: (client: pg.Client) => Promise<Value>) => Promise<Value>;

/**
 * Scratch databases of an installation: each an embedded PostgreSQL of its own in `scratch` of the data folder. What a killed process
 * left there goes first: the caller sees to it that no two run at once.
 */
export function scratchOf({ dataFolder, keysFile }: Pick<Settings, 'dataFolder' | 'keysFile'>, log: Log): WithScratch {
  return async (migrations, work) => {
    const sources = sourcesAt(migrations);
    // A folder that holds the keys stays closed to the database's own user, which then comes in by a mount (`database-account.ts`).
    prepareForFiles(dataFolder, keysFile);
    const folder = join(dataFolder, 'scratch');
    await findOrphan(folder, log)?.stop();
    rmSync(folder, { recursive: true, force: true });
    try {
      const database = await openEmbeddedDatabase(folder, keysFileOf(folder), log, sources, { isScratch: true });
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
  };
}
