import pg from 'pg';
import type { Caller, RequestContext } from './caller.ts';

/** What the database is told of the request besides the caller. */
export type RequestFacts = {
  readonly method: string;
  readonly path: string;
  readonly userAgent: string;
  /** Every header of the request but credentials, by its name in lower case. Where there are none, the server asks by itself. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly context: RequestContext;
};

/** What proves who asks stays out of the database, whose functions could write it down. */
const credentialHeaders = ['apikey', 'authorization', 'cookie', 'proxy-authorization'];

/** Reads the facts off a request. */
export function requestFacts(request: Request, context: RequestContext): RequestFacts {
  return {
    method: request.method,
    path: new URL(request.url).pathname,
    userAgent: request.headers.get('user-agent') ?? '',
    headers: Object.fromEntries([...request.headers].filter(([name]) => !credentialHeaders.includes(name))),
    context,
  };
}

/**
 * Every role that `set_config('role', …)` may be given here; anything else is a bug, not a caller. PostgreSQL applies the
 * settings of a role only when it signs in, so that the timeout of the role that is taken must be set with it.
 */
const settings = `select set_config('role', $1, true),
  set_config('statement_timeout', coalesce(
    (select split_part(setting, '=', 2) from pg_roles, unnest(rolconfig) setting
      where rolname = $1::text and setting like 'statement_timeout=%'),
    current_setting('statement_timeout')), true),
  set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true),
  set_config('request.path', $4, true),
  set_config('request.headers', $5, true),
  set_config('request.address', $6, true)`;

/** How a transaction of `runAs` differs from the usual one. */
export type RunAsOptions<Value> = {
  /** The transaction may change nothing: a statement that tries fails with SQLSTATE 25006. */
  readonly readOnly?: boolean;
  /** Asked once the work has returned: `false` rolls back what it did, and its value is returned all the same. */
  readonly keeps?: (value: Value) => boolean;
};

/**
 * Runs work in one transaction that has taken the caller's role and claims, so that the policies check every statement.
 * Committed when the work returns (unless `keeps` says no), rolled back when it throws. `request.address` is the
 * server's own word (a client cannot set it); `request.headers` carries the request's headers as the hosted service's does,
 * less credentials, and in `x-forwarded-for` the address alone.
 */
export async function runAs<Value>(
  pool: pg.Pool,
  caller: Caller,
  facts: RequestFacts,
  work: (client: pg.PoolClient) => Promise<Value>,
  options: RunAsOptions<Value> = {},
): Promise<Value> {
  const client = await pool.connect();
  let value: Value;
  let kept: boolean;
  try {
    value = await workAs(client, caller, facts, work, options.readOnly === true);
    kept = options.keeps?.(value) ?? true;
  } catch (error) {
    // What went wrong first is what the caller must hear of.
    await end(client, 'rollback').catch(() => {});
    throw error;
  }
  const ended = end(client, kept ? 'commit' : 'rollback');
  // A commit can still refuse a write (a deferred constraint); of a transaction that only read it says nothing.
  if (options.readOnly === true) ended.catch(() => {});
  else await ended;
  return value;
}

/** Ends the transaction and gives the connection back, or closes it where its state is not known. */
async function end(client: pg.PoolClient, how: 'commit' | 'rollback'): Promise<void> {
  try {
    await client.query(how);
    client.release();
  } catch (error) {
    // PostgreSQL's own refusal of a commit has rolled back; any other failure is the connection's.
    client.release(!(error instanceof pg.DatabaseError));
    throw error;
  }
}

/**
 * On a pipelining connection the transaction's first statements go out together with the work's own, without waiting:
 * one round trip for all. Where the role cannot be taken, PostgreSQL refuses every later statement of the transaction,
 * so that nothing runs as the wrong role.
 */
async function workAs<Value>(
  client: pg.PoolClient,
  caller: Caller,
  facts: RequestFacts,
  work: (client: pg.PoolClient) => Promise<Value>,
  readOnly: boolean,
): Promise<Value> {
  const begun = client.query(readOnly ? 'begin read only' : 'begin');
  if (!client.pipeline) await begun;
  const taken = takeRole(client, caller, facts);
  if (!client.pipeline) await taken;
  const [opened, worked] = await Promise.allSettled([Promise.all([begun, taken]), work(client)]);
  if (opened.status === 'rejected') throw opened.reason;
  if (worked.status === 'rejected') throw worked.reason;
  return worked.value;
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
      JSON.stringify({ ...facts.headers, 'user-agent': facts.userAgent, 'x-forwarded-for': facts.context.address }),
      facts.context.address,
    ],
  });
}
