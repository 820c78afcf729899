import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import type { LaneRules } from '../core/anonymous-lane.ts';
import { connectionConfig, openDatabase } from '../core/database.ts';
import type { Log } from '../core/log.ts';
import { silentLog } from '../core/log.ts';
import type { PlatformContext } from '../core/platform-context.ts';
import { makeKeyRing } from '../core/test-key-ring.ts';
import { signToken } from '../core/tokens.ts';
import { createRestService } from './rest-service.ts';

/** Most tests are one visitor, by a clock that stands still. */
const unlimited = { burst: 1_000_000, perAddress: 1000 };

/** A user of the tests: the claims' `sub` is what the policies compare. */
export type TestUser = { readonly id: string; readonly token: string };

/** Starts the service over a private database in which `schema` (SQL, run as `postgres`) has been made. */
export async function startTestRest(
  schema: string,
  log: Log = silentLog,
  lanes: Partial<LaneRules> = unlimited,
  changed: Pick<PlatformContext, 'data' | 'isGuest'> = {},
) {
  const testDatabase = await createTestDatabase();
  const owner = new pg.Client(connectionConfig(testDatabase.address, 'postgres'));
  await owner.connect();
  await owner.query(schema);
  const superuser = new pg.Client(connectionConfig(testDatabase.address, 'supabase_admin'));
  await superuser.connect();
  const database = openDatabase(testDatabase.address, () => {});
  const keys = await makeKeyRing();
  const time = { nowMs: Date.now() };
  const context: PlatformContext = {
    database,
    keys: () => keys,
    clock: { nowMs: () => time.nowMs },
    randomBytes: (count) => new Uint8Array(randomBytes(count)),
    log,
    publicUrl: 'http://rest.test',
    authEvents: { signInFailed: () => {}, sessionsEnded: () => {} },
    passwordCost: 4,
    anonymousSearch: lanes === unlimited,
    ...changed,
  };
  const service = createRestService(context, lanes);
  const handle = (request: Request) => service.handle(request, { address: '127.0.0.1', secure: false, requestId: 'test' });
  const address = await serve(handle);
  const makeUser = async (lifetimeSeconds = 900, id: string = randomUUID()): Promise<TestUser> => {
    const issued = Math.floor(time.nowMs / 1000);
    const claims = { sub: id, role: 'authenticated', aud: 'authenticated', iss: 'http://rest.test/auth/v1', iat: issued };
    return { id, token: await signToken(keys, { ...claims, exp: issued + lifetimeSeconds }) };
  };
  return {
    keys,
    time,
    owner,
    /** Only for what no role of the product can do: arranging accounts. */
    superuser,
    /** The pool of the service's own requests. */
    requests: database.requests,
    /** The pool of requests without a session. */
    strangers: database.strangers,
    handle,
    makeUser,
    /** Sends a request as a user, as the service (`'service'`) or as nobody. */
    send: (path: string, init: RequestInit = {}, as?: TestUser | 'service') => {
      const headers = new Headers(init.headers);
      headers.set('apikey', as === 'service' ? keys.secretKey : keys.publishableKey);
      if (as !== undefined && as !== 'service') headers.set('authorization', `Bearer ${as.token}`);
      return handle(new Request(`http://rest.test/rest/v1${path}`, { ...init, headers }));
    },
    /** Where it listens, on loopback. */
    url: address.url,
    stop: async () => {
      await address.close();
      await database.close();
      await owner.end();
      await superuser.end();
      await testDatabase.drop();
    },
  };
}

async function serve(handle: (request: Request) => Promise<Response>) {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD' && chunks.length > 0;
    const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values]) =>
      (values ?? []).map((value): [string, string] => [name, value]),
    );
    const response = await handle(
      new Request(`http://rest.test${incoming.url}`, {
        method: incoming.method ?? 'GET',
        headers,
        ...(hasBody ? { body: Buffer.concat(chunks) } : {}),
      }),
    );
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the test server has no port');
  return {
    url: `http://127.0.0.1:${bound.port}`,
    close: () => new Promise<void>((closed) => server.close(() => closed()).closeAllConnections()),
  };
}
