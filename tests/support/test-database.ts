import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionConfig, type DatabaseAddress } from '@castellan/platform/core/database';
import { silentLog } from '@castellan/platform/core/log';
import pg from 'pg';
import { inject } from 'vitest';
import { makeDatabasePassword, startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts';

/** A database of a test file's own. Call `drop` when the file ends. */
export type TestDatabase = { readonly address: DatabaseAddress; readonly drop: () => Promise<void> };

/** A database copied from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('databaseAddress');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name} template castellan_template`);
  return {
    address: { ...server, database: name },
    drop: async () => {
      await untilUnused(server, name);
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

/** The database of a server of its own, without anything in it. Roles belong to a server, so that migrations begin anew only there. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
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

/** A pool's `end` resolves before its connections are closed; one that is cut off then raises an error nobody awaits. */
async function untilUnused(server: DatabaseAddress, name: string): Promise<void> {
  const admin = new pg.Client(connectionConfig(server, 'supabase_admin'));
  await admin.connect();
  // A test that forgot a connection is not waited for forever: `force` ends it.
  for (let round = 0; round < 200; round += 1) {
    const { rows } = await admin.query<{ open: number }>('select count(*)::int as open from pg_stat_activity where datname = $1', [name]);
    if (rows[0]?.open === 0) break;
    await admin.query('select pg_sleep(0.01)');
  }
  await admin.end();
}

async function onServer(address: DatabaseAddress, statement: string): Promise<void> {
  const admin = new pg.Client(connectionConfig(address, 'supabase_admin'));
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}
