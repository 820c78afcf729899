import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import pg from 'pg';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import { connectionConfig, openDatabase } from './database.ts';
import { type Log, silentLog } from './log.ts';
import type { PlatformContext } from './platform-context.ts';
import { makeKeyRing } from './test-key-ring.ts';
import { signToken } from './tokens.ts';

/** A user of the tests: the claims' `sub` is what the policies compare. */
export type TestUser = { readonly id: string; readonly token: string };

/** What a service of the tests stands on: a private database in which `schema` (SQL, run as `postgres`) has been made, keys, and a clock that the test moves. */
export async function openTestStage(publicUrl: string, schema: string, log: Log = silentLog) {
  const testDatabase = await createTestDatabase();
  const owner = new pg.Client(connectionConfig(testDatabase.address, 'postgres'));
  await owner.connect();
  await owner.query(schema);
  const database = openDatabase(testDatabase.address, () => {});
  const keys = await makeKeyRing();
  const time = { nowMs: Date.now() };
  const context: PlatformContext = {
    database,
    keys: () => keys,
    clock: { nowMs: () => time.nowMs },
    randomBytes: (count) => new Uint8Array(randomBytes(count)),
    log,
    publicUrl,
    authEvents: { signInFailed: () => {}, sessionsEnded: () => {} },
    passwordCost: 4,
  };
  return {
    address: testDatabase.address,
    owner,
    keys,
    time,
    context,
    makeUser: async (lifetimeSeconds = 900, id: string = randomUUID()): Promise<TestUser> => {
      const issued = Math.floor(time.nowMs / 1000);
      const claims = { sub: id, role: 'authenticated', aud: 'authenticated', iss: `${publicUrl}/auth/v1`, iat: issued };
      return { id, token: await signToken(keys, { ...claims, exp: issued + lifetimeSeconds }) };
    },
    close: async () => {
      await database.close();
      await owner.end();
      await testDatabase.drop();
    },
  };
}

/** Serves on loopback, behind the listener that the server has. */
export async function serveOnLoopback(handle: (request: Request) => Promise<Response>) {
  const server = createServer(getRequestListener(handle));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the test server has no port');
  return {
    url: `http://127.0.0.1:${bound.port}`,
    port: bound.port,
    close: () => new Promise<void>((closed) => server.close(() => closed()).closeAllConnections()),
  };
}
