import type pg from 'pg';
import type { Caller, RequestContext } from './caller.ts';
import { inTransaction } from './database.ts';

/** What the database is told of the request besides the caller. */
export type RequestFacts = {
  readonly method: string;
  readonly path: string;
  readonly userAgent: string;
  readonly context: RequestContext;
};

/** Reads the facts off a request. */
export function requestFacts(request: Request, context: RequestContext): RequestFacts {
  return {
    method: request.method,
    path: new URL(request.url).pathname,
    userAgent: request.headers.get('user-agent') ?? '',
    context,
  };
}

/** Every role that `set_config('role', …)` may be given here; anything else is a bug, not a caller. */
const settings = `select set_config('role', $1, true),
  set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true),
  set_config('request.path', $4, true),
  set_config('request.headers', $5, true),
  set_config('request.address', $6, true)`;

/**
 * Runs work in one transaction that has taken the caller's role and claims, so that the policies judge every statement.
 * Committed when the work returns, rolled back when it throws. `request.address` is the server's own word (a client
 * cannot set it); `request.headers` carries what the hosted service's `request.headers` does, less credentials.
 */
export function runAs<Value>(
  pool: pg.Pool,
  caller: Caller,
  facts: RequestFacts,
  work: (client: pg.PoolClient) => Promise<Value>,
): Promise<Value> {
  return inTransaction(pool, async (client) => {
    await takeRole(client, caller, facts);
    return work(client);
  });
}

/** Takes the caller's role and claims for the rest of the present transaction. */
export async function takeRole(client: pg.ClientBase, caller: Caller, facts: RequestFacts): Promise<void> {
  const claims = caller.claims ?? { role: caller.role };
  await client.query({
    name: 'take-role',
    text: settings,
    values: [
      caller.role,
      JSON.stringify(claims),
      facts.method,
      facts.path,
      JSON.stringify({ 'user-agent': facts.userAgent, 'x-forwarded-for': facts.context.address }),
      facts.context.address,
    ],
  });
}
