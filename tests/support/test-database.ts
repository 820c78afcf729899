import { randomUUID } from 'node:crypto';
import { connectionConfig, type DatabaseAddress } from '@castellan/platform/core/database';
import pg from 'pg';
import { inject } from 'vitest';

/** A database of its own, copied from the migrated template. Call `drop` when the test file ends. */
export async function createTestDatabase(): Promise<{ readonly address: DatabaseAddress; readonly drop: () => Promise<void> }> {
  const server = inject('databaseAddress');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name} template castellan_template`);
  return {
    address: { ...server, database: name },
    drop: () => onServer(server, `drop database ${name} with (force)`),
  };
}

async function onServer(address: DatabaseAddress, statement: string): Promise<void> {
  const admin = new pg.Client(connectionConfig(address, 'supabase_admin'));
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}
