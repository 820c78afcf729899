import pg from 'pg';
import type { LaneRules } from '../core/anonymous-lane.ts';
import { connectionConfig } from '../core/database.ts';
import { type Log, silentLog } from '../core/log.ts';
import type { PlatformContext } from '../core/platform-context.ts';
import { openTestStage, serveOnLoopback, type TestUser } from '../core/test-stage.ts';
import { createRestService } from './rest-service.ts';

/** Most tests are one visitor, by a clock that stands still. */
const unlimited = { burst: 1_000_000, perAddress: 1000 };

/** Starts the service over a private database in which `schema` (SQL, run as `postgres`) has been made. */
export async function startTestRest(
  schema: string,
  log: Log = silentLog,
  lanes: Partial<LaneRules> = unlimited,
  changed: Pick<PlatformContext, 'data' | 'isGuest'> = {},
) {
  const stage = await openTestStage('http://rest.test', schema, log);
  const { keys, time, owner, makeUser } = stage;
  const superuser = new pg.Client(connectionConfig(stage.address, 'supabase_admin'));
  await superuser.connect();
  const service = createRestService({ ...stage.context, anonymousSearch: lanes === unlimited, ...changed }, lanes);
  const handle = (request: Request) => service.handle(request, { address: '127.0.0.1', secure: false, requestId: 'test' });
  const address = await serveOnLoopback(handle);
  const { requests, strangers } = stage.context.database;
  return {
    keys,
    time,
    owner,
    /** Only for what no role of the product can do: arranging accounts. */
    superuser,
    /** The pool of the service's own requests. */
    requests,
    /** The pool of requests without a session. */
    strangers,
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
      await superuser.end();
      await stage.close();
    },
  };
}
