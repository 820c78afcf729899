import pg from 'pg';
import type { ConnectionRole } from './connection-role.ts';
import { roleClient, type SharedLogin, type TakenRole } from './shared-login.ts';

/** Anything SQL can be sent to: a pool, or one client inside a transaction. */
export type Queryable = {
  readonly query: <Row extends pg.QueryResultRow = pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ) => Promise<pg.QueryResult<Row>>;
};

/** Where PostgreSQL listens and how each role signs in. */
export type DatabaseAddress = {
  /** A folder holding the Unix socket, or a host name. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly password: string;
  /** The one login of a cluster that somebody else runs; absent: every role signs in by itself, with the same password. */
  readonly shared?: SharedLogin;
};

/** The platform's connections, one small pool a role. */
export type Database = {
  /** Where news is listened for: past a pooler. `undefined`: nowhere, so that it must be looked for. */
  readonly listensAt: DatabaseAddress | undefined;
  readonly requests: pg.Pool;
  /** For requests without a session: few, so that however many such requests come, those of sessions find their own free. */
  readonly strangers: pg.Pool;
  readonly auth: pg.Pool;
  readonly realtime: pg.Pool;
  readonly close: () => Promise<void>;
};

/** The settings of one connection as one role. As `supabase_admin` a shared login is itself: for migrations alone. */
export function connectionConfig(address: DatabaseAddress, role: ConnectionRole): pg.ClientConfig {
  const { host, port, database, password, shared } = address;
  const taken = role === 'supabase_admin' ? undefined : shared && requireRole(shared, role);
  const config = { host, port, database, password, user: shared?.user ?? role, application_name: 'castellan' };
  if (shared === undefined) return config;
  return {
    ...config,
    ...(shared.tls === undefined ? {} : { ssl: shared.tls }),
    // The session's own role, to which a lost `set local role` would fall back. A pooler refuses the option.
    ...(taken === undefined || shared.isPooled ? {} : { options: `-c role=${taken.name}` }),
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
  };
}

function requireRole(shared: SharedLogin, role: ConnectionRole): TakenRole {
  const taken = shared.roles.get(role);
  // Without its role a connection would be the login itself.
  if (taken === undefined) throw new Error(`The role ${role} is not known for the login ${shared.user}.`);
  return taken;
}

/** How long a foreign database may take to answer at all. */
const connectTimeoutMs = 5_000;

/** An answer that takes longer than any statement may run comes from a machine that is gone. */
const answerTimeoutMs = 30_000;

/**
 * One connection as one role. That it breaks is told by the statement that was under way, or the next one; unheard, the event
 * would end the process.
 */
export async function connectAs(address: DatabaseAddress, role: ConnectionRole): Promise<pg.Client> {
  const client = new pg.Client(connectionConfig(address, role));
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * A pool of connections as one role (lazily: the first query connects). `onIdleError` hears of connections that broke while
 * unused, which would end the process if nobody listened: also of those that a stopping database ends before `end()` has closed
 * them, since that resolves once it has asked them to close.
 */
export function openPool(
  address: DatabaseAddress,
  role: ConnectionRole,
  options: Pick<pg.PoolConfig, 'max' | 'idleTimeoutMillis' | 'pipeline'>,
  onIdleError: (error: Error) => void = () => {},
): pg.Pool {
  const { shared } = address;
  const pool = new pg.Pool({
    ...connectionConfig(address, role),
    ...options,
    ...(shared === undefined || role === 'supabase_admin'
      ? {}
      : {
          Client: roleClient(requireRole(shared, role).prologue, shared.isPooled),
          pipeline: !shared.isPooled,
          query_timeout: answerTimeoutMs,
        }),
  });
  pool.on('error', onIdleError);
  // One that is in use is told of by the statement under way; the pool does not listen then, and unheard it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Opens the platform's pools. `onIdleError` hears of connections that broke while unused. `listensAt` is the same database past
 * a pooler, if `address` is one's.
 */
export function openDatabase(
  address: DatabaseAddress,
  onIdleError: (error: Error) => void,
  listensAt: DatabaseAddress | undefined = address.shared?.isPooled ? undefined : address,
): Database {
  // Pipelining sends a statement without waiting for the answer to the one before it: see `runAs`.
  const open = (role: ConnectionRole, max: number) =>
    openPool(address, role, { max, idleTimeoutMillis: 30_000, pipeline: true }, onIdleError);
  const requests = open('authenticator', 10);
  const strangers = open('authenticator', 3);
  const auth = open('supabase_auth_admin', 5);
  const realtime = open('supabase_realtime_admin', 2);
  return {
    listensAt,
    requests,
    strangers,
    auth,
    realtime,
    close: async () => {
      await Promise.all([requests.end(), strangers.end(), auth.end(), realtime.end()]);
    },
  };
}

/** Runs work inside one transaction of a pool: committed when it returns, rolled back when it throws. */
export async function inTransaction<Value>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Value>): Promise<Value> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const value = await work(client);
    await client.query('commit');
    return value;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    // A connection whose rollback failed is in an unknown state and must not be used again.
    client.release(broken);
  }
}
