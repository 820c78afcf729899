import { inject, onTestFinished } from 'vitest';
import { type Relay, startRelay } from './tcp-relay.ts';
import { createTestDatabase } from './test-database.ts';

/** A database of a test's own behind a port that can be cut, and its address as `DATABASE_URL` would say it. */
export async function openRelayedDatabase(): Promise<{ readonly relay: Relay; readonly url: (password?: string) => string }> {
  const server = inject('databaseAddress');
  const database = await createTestDatabase();
  const relay = await startRelay(() => [server.host.startsWith('/') ? { path: `${server.host}/.s.PGSQL.${server.port}` } : server]);
  onTestFinished(async () => {
    await relay.cut();
    await database.drop();
  });
  const url = (password = server.password) => `postgres://supabase_admin:${password}@127.0.0.1:${relay.port}/${database.address.database}`;
  return { relay, url };
}
