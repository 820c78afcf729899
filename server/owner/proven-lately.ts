import type { Caller } from '@castellan/platform/core/caller';
import type pg from 'pg';

/**
 * Whether the caller's session was proven within the last five minutes, by a code or a passkey; by the password where the account has
 * never had either. The database's own rule decides, on the claims of the verified token.
 */
export async function isProvenLately(database: pg.Pool, caller: Caller): Promise<boolean> {
  return inTransaction(database, async (client) => {
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(caller.claims ?? {})]);
    const { rows } = await client.query<{ proven: boolean }>('select private.is_proven_lately() as proven');
    return rows[0]?.proven === true;
  });
}

async function inTransaction<Value>(database: pg.Pool, work: (client: pg.PoolClient) => Promise<Value>): Promise<Value> {
  const client = await database.connect();
  let isBroken = true;
  try {
    await client.query('begin');
    const value = await work(client);
    await client.query('commit');
    isBroken = false;
    return value;
  } finally {
    // A connection in an unknown state is closed, which ends its transaction and its lock.
    client.release(isBroken);
  }
}
