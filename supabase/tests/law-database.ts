import type { Caller } from '@castellan/platform/core/caller';
import { connectionConfig, type Database, openDatabase } from '@castellan/platform/core/database';
import { type RequestFacts, takeRole } from '@castellan/platform/core/run-as';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts';

/** A migrated database of its own, with a pool for each role that the tests act as. */
export type LawDatabase = Database & {
  /** The product's owner, which runs the machine's own commands. */
  readonly machine: pg.Pool;
  /** Only for what no role of the product can do: arranging accounts and tampering. */
  readonly superuser: pg.Pool;
  readonly drop: () => Promise<void>;
};

/** Opens a law database, a new one unless another is given; call `drop` when the test file ends. */
export async function openLawDatabase(given?: TestDatabase): Promise<LawDatabase> {
  const { address, drop } = given ?? (await createTestDatabase());
  const database = openDatabase(address, failLoudly);
  const machine = new pg.Pool({ ...connectionConfig(address, 'postgres'), max: 3 });
  const superuser = new pg.Pool({ ...connectionConfig(address, 'supabase_admin'), max: 3 });
  const closed = [database.requests, database.strangers, database.auth, database.realtime, machine, superuser].map(whenClosed);
  return {
    ...database,
    machine,
    superuser,
    drop: async () => {
      await Promise.all([database.close(), machine.end(), superuser.end()]);
      await Promise.all(closed.map((wait) => wait()));
      await drop();
    },
  };
}

/** A pool says that it has ended while its connections still close; dropping the database then would break them loudly. */
function whenClosed(pool: pg.Pool): () => Promise<unknown> {
  const connections: Promise<void>[] = [];
  pool.on('connect', (client) => connections.push(new Promise((resolve) => client.once('end', resolve))));
  return () => Promise.all(connections);
}

function failLoudly(error: Error): void {
  throw error;
}

/** What the requests of these tests say of themselves. */
export const requestFactsOfTest: RequestFacts = {
  method: 'POST',
  path: '/rest/v1/test',
  userAgent: 'Law/1.0',
  context: { address: '198.51.100.7', secure: true, requestId: 'law' },
};

/** How the database answered one statement. */
export type Answer =
  | { readonly ok: true; readonly rows: readonly Readonly<Record<string, unknown>>[]; readonly count: number }
  | { readonly ok: false; readonly sqlState: string; readonly message: string };

type Statement = { readonly text: string; readonly values?: readonly unknown[] };

/** Sends one statement as the caller and takes it back: what it would have answered, with nothing changed. */
export async function attempt(
  pool: pg.Pool,
  caller: Caller,
  statement: Statement,
  facts: RequestFacts = requestFactsOfTest,
): Promise<Answer> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await takeRole(client, caller, facts);
    return await answerOf(client, statement);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** The database's answer to a statement; an error that is not the database's is thrown on. */
export async function answerOf(client: pg.ClientBase, { text, values = [] }: Statement): Promise<Answer> {
  try {
    const result = await client.query<Record<string, unknown>>(text, [...values]);
    return { ok: true, rows: result.rows, count: result.rowCount ?? 0 };
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return { ok: false, sqlState: error.code ?? '', message: error.message };
  }
}

/** The SQLSTATE of a refusal. */
export const insufficientPrivilege = '42501';

/** The SQLSTATE of what was thrown, or undefined where it is not the database's error. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
