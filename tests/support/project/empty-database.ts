import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseAddress } from '@castellan/platform/core/database';
import { silentLog } from '@castellan/platform/core/log';
import { makeDatabasePassword, startEmbeddedPostgres } from '../../../server/database/embedded-postgres.ts';

/** The database of a server of its own, without anything in it. Roles belong to a server, so that migrations begin anew only there. */
export async function createEmptyDatabase(): Promise<{ readonly address: DatabaseAddress; readonly drop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-empty-'));
  // The database's own user walks through it.
  chmodSync(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataFolder: folder, password: makeDatabasePassword(), log: silentLog, isScratch: true });
  return {
    address: server.address,
    drop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
