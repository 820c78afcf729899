import pg from 'pg';
import type { Caller, RequestContext } from './caller.ts';
import { isStranger } from './guests.ts';

/** What the database is told of the request besides the caller. */
export type RequestFacts = {
  readonly method: string;
  readonly path: string;
  readonly userAgent: string;
  /** Every header of the request but credentials, by its name in lower case. Where there are none, the server asks by itself. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly context: RequestContext;
  /** Whatever is done is undone at the end, and what it came to is answered all the same. */
  readonly isUndone?: boolean;
  /** A schema in which functions without a path of their own look first, before `public`. */
  readonly searchedFirst?: string;
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
 * settings of a role only when it signs in, so that the timeout of the role that is taken must be set with it: the one that is
 * handed in, or else the one the role has now, which the answer tells. Of the rest nothing comes back but a number.
 */
const settings = `select set_config('role', $1, true) as role,
  set_config('statement_timeout', coalesce(
    $7,
    (select split_part(setting, '=', 2) from pg_roles, unnest(rolconfig) setting
      where rolname = $8::text and setting like 'statement_timeout=%'),
    current_setting('statement_timeout')), true) as timeout,
  num_nulls(
    set_config('request.jwt.claims', $2, true),
    set_config('request.method', $3, true),
    set_config('request.path', $4, true),
    set_config('request.headers', $5, true),
    set_config('request.address', $6, true),
    case when $9::text is not null then set_config('search_path', $9, true) end)`;

/** How a transaction of `runAs` differs from the usual one. */
export type RunAsOptions<Value> = {
  /** The transaction may change nothing: a statement that tries fails with SQLSTATE 25006. */
  readonly readOnly?: boolean;
  /** Asked once the work has returned: `false` rolls back what it did, and its value is returned all the same. */
  readonly keeps?: (value: Value) => boolean;
  /**
   * The work is one statement, which it sends before it waits for anything: where nothing else decides whether it is kept, the
   * commit, or the rollback of what `isUndone`, is sent with it. PostgreSQL makes a rollback of it where the statement fails; what the work itself throws undoes nothing.
   */
  readonly isOneStatement?: boolean;
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
  const { readOnly = false, keeps, isOneStatement = false } = options;
  const { isUndone = false } = facts;
  const client = await pool.connect();
  let ended: Promise<void> | undefined;
  let value: Value;
  let isKept: boolean;
  try {
    const sent = await send(
      { pool, client, caller, facts, readOnly, ending: isOneStatement && keeps === undefined ? endingOf(!isUndone) : undefined },
      work,
    );
    ended = sent.ended;
    value = await sent.worked;
    isKept = (keeps?.(value) ?? true) && !isUndone;
  } catch (error) {
    // What went wrong first is what the caller must hear of.
    await (ended ?? end(client, client.query('rollback'))).catch(() => {});
    throw error;
  }
  ended ??= end(client, client.query(endingOf(isKept)));
  // A commit can still refuse a write (a deferred constraint); of a transaction that only read it says nothing.
  if (readOnly) ended.catch(() => {});
  else await ended;
  return value;
}

/** Gives the connection back once the transaction's end is answered, or closes it where its state is not known. */
async function end(client: pg.PoolClient, answered: Promise<unknown>): Promise<void> {
  try {
    await answered;
    client.release();
  } catch (error) {
    // PostgreSQL's own refusal of a commit has rolled back; any other failure is the connection's.
    client.release(!(error instanceof pg.DatabaseError));
    throw error;
  }
}

type Ending = 'commit' | 'rollback';

function endingOf(isKept: boolean): Ending {
  return isKept ? 'commit' : 'rollback';
}

type Sending = {
  readonly pool: pg.Pool;
  readonly client: pg.PoolClient;
  readonly caller: Caller;
  readonly facts: RequestFacts;
  readonly readOnly: boolean;
  /** Goes out behind the work's one statement. */
  readonly ending: Ending | undefined;
};

/** What was sent: what the work came to, and, where the transaction's end was sent with it, when that is answered. */
type Sent<Value> = { readonly worked: Promise<Value>; readonly ended: Promise<void> | undefined };

/**
 * On a pipelining connection the transaction's first statements go out together with the work's own, and with its end where
 * that is sure: one write and one round trip for all. Where the role cannot be taken, PostgreSQL refuses every later
 * statement of the transaction, so that nothing runs as the wrong role, and its commit is a rollback.
 */
async function send<Value>(sending: Sending, work: (client: pg.PoolClient) => Promise<Value>): Promise<Sent<Value>> {
  const { client, readOnly, ending } = sending;
  const beginning = readOnly ? 'begin read only' : 'begin';
  if (!client.pipeline) {
    await client.query(beginning);
    await takeRoleInTime(sending);
    return { worked: work(client), ended: undefined };
  }
  const { stream } = client.connection;
  stream.cork();
  try {
    const opened = Promise.all([client.query(beginning), takeRoleInTime(sending)]);
    const worked = work(client);
    const ended = ending === undefined ? undefined : end(client, client.query(ending));
    // Where the connection is lost it may fail before anybody waits for it.
    ended?.catch(() => {});
    return { worked: afterOpening(opened, worked), ended };
  } finally {
    stream.uncork();
  }
}

/** Where the transaction was not opened, that is what went wrong: whatever was sent behind it only says that it was refused. */
async function afterOpening<Value>(opened: Promise<unknown>, worked: Promise<Value>): Promise<Value> {
  const [opening, working] = await Promise.allSettled([opened, worked]);
  if (opening.status === 'rejected') throw opening.reason;
  if (working.status === 'rejected') throw working.reason;
  return working.value;
}

/** How long the timeout of a role is repeated before the database is asked for it again: a change is followed so soon. */
const timeoutKeptMs = 10_000;

/** The timeouts of roles as each database last told them. */
const timeouts = new WeakMap<pg.Pool, Map<string, { readonly text: string; readonly atMs: number }>>();

async function takeRoleInTime({ pool, client, caller, facts }: Sending): Promise<void> {
  const nowMs = performance.now();
  const timedAs = roleOfTimeout(caller);
  const known = timeouts.get(pool)?.get(timedAs);
  if (known !== undefined && nowMs - known.atMs < timeoutKeptMs) {
    await takeRole(client, caller, facts, known.text);
    return;
  }
  const text = await takeRole(client, caller, facts);
  const ofPool = timeouts.get(pool) ?? new Map();
  timeouts.set(pool, ofPool.set(timedAs, { text, atMs: nowMs }));
}

/** A guest's statements have a stranger's time. */
function roleOfTimeout(caller: Caller): Caller['role'] {
  return isStranger(caller) ? 'anon' : caller.role;
}

/**
 * Takes the caller's role and claims for the rest of the present transaction. `timeout` is what a statement may take, as
 * PostgreSQL writes it; where nothing is said the database looks up what the role has. Resolves with the one that holds.
 */
export async function takeRole(client: pg.ClientBase, caller: Caller, facts: RequestFacts, timeout?: string): Promise<string> {
  const claims = caller.claims ?? { role: caller.role };
  const { rows } = await client.query<{ timeout: string }>({
    name: 'take-role',
    text: settings,
    values: [
      caller.role,
      JSON.stringify(claims),
      facts.method,
      facts.path,
      JSON.stringify({ ...facts.headers, 'user-agent': facts.userAgent, 'x-forwarded-for': facts.context.address }),
      facts.context.address,
      timeout ?? null,
      roleOfTimeout(caller),
      facts.searchedFirst === undefined ? null : `${pg.escapeIdentifier(facts.searchedFirst)}, public, extensions`,
    ],
  });
  return rows[0]?.timeout ?? '';
}
