import pg from 'pg';

/** Anything SQL can be sent to: a pool, or one client inside a transaction. */
export type Queryable = {
  readonly query: <Row extends pg.QueryResultRow = pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ) => Promise<pg.QueryResult<Row>>;
};

/**
 * The roles the platform connects as. None is a superuser.
 * - `authenticator` owns nothing and may become `anon`, `authenticated` or `service_role`: every data request.
 * - `supabase_auth_admin` owns schema `auth`: the auth service alone.
 * - `supabase_realtime_admin` reads the change outbox: the realtime service alone.
 * - `postgres` owns the product's tables (not a superuser, as on a hosted project): migrations and the owner's local commands.
 */
export type ConnectionRole = 'authenticator' | 'supabase_auth_admin' | 'supabase_realtime_admin' | 'postgres' | 'supabase_admin';

/** Where PostgreSQL listens and how each role signs in. */
export type DatabaseAddress = {
  /** A folder holding the Unix socket, or a host name. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly password: string;
};

/** The platform's connections, one small pool a role. */
export type Database = {
  readonly address: DatabaseAddress;
  readonly requests: pg.Pool;
  readonly auth: pg.Pool;
  readonly realtime: pg.Pool;
  readonly close: () => Promise<void>;
};

/** The settings of one connection as one role. */
export function connectionConfig(address: DatabaseAddress, role: ConnectionRole): pg.ClientConfig {
  return {
    host: address.host,
    port: address.port,
    database: address.database,
    user: role,
    password: address.password,
    application_name: 'castellan',
  };
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
  const pool = new pg.Pool({ ...connectionConfig(address, role), ...options });
  pool.on('error', onIdleError);
  return pool;
}

/** Opens the platform's pools. `onIdleError` hears of connections that broke while unused. */
export function openDatabase(address: DatabaseAddress, onIdleError: (error: Error) => void): Database {
  // Pipelining sends a statement without waiting for the answer to the one before it: see `runAs`.
  const open = (role: ConnectionRole, max: number) =>
    openPool(address, role, { max, idleTimeoutMillis: 30_000, pipeline: true }, onIdleError);
  const requests = open('authenticator', 10);
  const auth = open('supabase_auth_admin', 5);
  const realtime = open('supabase_realtime_admin', 2);
  return {
    address,
    requests,
    auth,
    realtime,
    close: async () => {
      await Promise.all([requests.end(), auth.end(), realtime.end()]);
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
