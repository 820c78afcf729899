import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import { connectionConfig } from './database.ts';

const database = await createTestDatabase();
afterAll(database.drop);

test('a request signs in as a role that owns nothing and is no superuser', async () => {
  const client = new pg.Client(connectionConfig(database.address, 'authenticator'));
  await client.connect();
  const { rows } = await client.query('select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user');
  await client.end();
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false }]);
});
