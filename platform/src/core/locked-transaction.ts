import type pg from 'pg';

/** Any number: every server that starts on this database takes the same lock, so that one migrates and the others wait. */
const advisoryLock = 7_226_001;

/**
 * Runs work in a transaction that holds the lock of migrations: servers that start together on one database take turns, also
 * through a pooler, where a lock of the session would stay behind.
 */
export async function inLockedTransaction<Value>(client: pg.Client, work: () => Promise<Value>): Promise<Value> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
    const value = await work();
    await client.query('commit');
    return value;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
