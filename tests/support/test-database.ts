import { randomUUID } from 'node:crypto';
import { connectionConfig, type DatabaseAddress } from '@castellan/platform/core/database';
import pg from 'pg';
import { inject } from 'vitest';

/** A database of a test file's own. Call `drop` when the file ends. */
export type TestDatabase = { readonly address: DatabaseAddress; readonly drop: () => Promise<void> };

/** A database copied from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('databaseAddress');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Files are copied for a third of the processor time that it takes to write each page into the log first.
  await onServer(server, `create database ${name} template castellan_template strategy file_copy`);
  return {
    address: { ...server, database: name },
    drop: async () => {
      await untilUnused(server, name);
      await onServer(server, `drop database ${name} with (force)`);
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
