import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import pg from 'pg';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import { connectionConfig, openDatabase } from '../core/database.ts';
import { type Log, silentLog } from '../core/log.ts';
import type { PlatformContext, StorageSettings } from '../core/platform-context.ts';
import { makeKeyRing } from '../core/test-key-ring.ts';
import { signToken } from '../core/tokens.ts';
import { openStorageService } from './storage-service.ts';

/** Policies under which everybody signed in has a folder of their own, and only in buckets whose name does not begin with `closed`. */
export const folderPolicies = `
  create policy "Anybody signed in may see buckets" on storage.buckets for select to authenticated using (id not like 'closed%');
  create policy "Anybody signed in may use their folder" on storage.objects for all to authenticated
    using (bucket_id not like 'closed%' and (storage.foldername(name))[1] = auth.uid()::text)
    with check (bucket_id not like 'closed%' and (storage.foldername(name))[1] = auth.uid()::text);`;

/** Starts the service over a private database and folder, behind the listener that the server has. */
export async function startTestStorage(changed: Partial<StorageSettings> = {}, log: Log = silentLog) {
  const testDatabase = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'castellan-storage-'));
  const owner = new pg.Client(connectionConfig(testDatabase.address, 'postgres'));
  await owner.connect();
  await owner.query(folderPolicies);
  const database = openDatabase(testDatabase.address, () => {});
  const keys = await makeKeyRing();
  const time = { nowMs: Date.now() };
  const context: PlatformContext = {
    database,
    keys: () => keys,
    clock: { nowMs: () => time.nowMs },
    randomBytes: (count) => new Uint8Array(randomBytes(count)),
    log,
    publicUrl: 'http://storage.test',
    authEvents: { signInFailed: () => {}, sessionsEnded: () => {} },
    passwordCost: 4,
  };
  const settings: StorageSettings = { folder, largestFileBytes: 2_000_000, bytesPerCaller: 20_000_000, ...changed };
  const service = openStorageService(context, settings);
  const handle = (request: Request) => service.handle(request, { address: '127.0.0.1', secure: false, requestId: 'test' });
  const server = createServer(getRequestListener(handle));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the test server has no port');
  const makeUser = async (id: string = randomUUID()) => {
    const issued = Math.floor(time.nowMs / 1000);
    const claims = { sub: id, role: 'authenticated', aud: 'authenticated', iss: 'http://storage.test/auth/v1', iat: issued };
    return { id, token: await signToken(keys, { ...claims, exp: issued + 900 }) };
  };
  return {
    ...{ keys, time, folder, context, settings, service, handle, makeUser },
    url: `http://127.0.0.1:${bound.port}`,
    port: bound.port,
    stop: async () => {
      await new Promise<void>((closed) => server.close(() => closed()).closeAllConnections());
      await service.stop();
      await database.close();
      await owner.end();
      await testDatabase.drop();
      await rm(folder, { recursive: true });
    },
  };
}
