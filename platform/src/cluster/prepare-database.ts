import { readFileSync } from 'node:fs';
import pg from 'pg';
import { connectAs, type DatabaseAddress } from '../core/database.ts';
import { functionsLedger } from '../core/database-functions.ts';
import { inLockedTransaction } from '../core/locked-transaction.ts';
import { applyMissing, type BeforeUpgrade, ledger } from '../core/migrate.ts';
import type { MigrationSource, Rewrite } from '../core/migration-source.ts';
import type { SharedLogin } from '../core/shared-login.ts';
import { openPolicies, provideRoles, readTakenRoles } from './cluster-roles.ts';
import { findLoginFaults, ownerRoleOf, readLoginFacts } from './login-facts.ts';

/** A database of somebody else's cluster that is ready: every role can be taken, every migration is applied. */
export type PreparedDatabase = { readonly roles: SharedLogin['roles']; readonly applied: readonly string[] };

/**
 * What the database is prepared for. `use`: whatever it holds stays. `move`: data comes into it, so that it must be empty, or be
 * left over from a move that was interrupted; it counts as incomplete until `markComplete`.
 */
export type Purpose = 'use' | 'move';

const ownRoles = new URL('./0001_roles.sql', import.meta.url);

/** What is known of the installation in this database as a whole: whether data is still moving in, and which keys it was made with. */
const facts = `
  create table if not exists castellan.installation (
    name text primary key check (name in ('incomplete', 'keys')),
    value text not null
  )`;

/**
 * Checks what the login may do here, provides the roles and applies what is missing. `address` names the database itself if
 * there is a way past a pooler, since its transactions are long. Several servers that start at once take turns.
 * Throws one sentence that names everything the login lacks, or what is in the way.
 */
export async function prepareDatabase(
  address: DatabaseAddress,
  sources: readonly MigrationSource[],
  purpose: Purpose = 'use',
  beforeUpgrade?: BeforeUpgrade,
): Promise<PreparedDatabase> {
  const client = await connectAs(address, 'supabase_admin');
  try {
    const owner = await inLockedTransaction(client, () => provide(client, purpose));
    const applied = await applyMissing(client, sources, rewriteFor(owner), beforeUpgrade);
    await inLockedTransaction(client, async () => {
      await openPolicies(client, owner);
      const name = pg.escapeIdentifier(owner);
      await client.query(
        `grant usage on schema castellan to ${name}; grant select on castellan.migrations, castellan.functions to ${name}`,
      );
    });
    return { roles: await readTakenRoles(client, owner), applied };
  } finally {
    await client.end();
  }
}

/** Makes what the migrations stand on; returns the name of the product's owner. Runs inside a transaction with the lock. */
async function provide(client: pg.Client, purpose: Purpose): Promise<string> {
  const found = await readLoginFacts(client);
  const faults = findLoginFaults(found);
  if (faults.length > 0) {
    throw new Error(`The database ${found.database} cannot be used with the login ${found.login}: ${faults.join('; ')}.`);
  }
  await provideRoles(client, found);
  await client.query(found.isOurs ? functionsLedger : ledger);
  await client.query(facts);
  const { rows } = await client.query("select from castellan.installation where name = 'incomplete'");
  const isIncomplete = rows.length > 0;
  if (purpose === 'use' && isIncomplete) {
    throw new Error(`The data in the database ${found.database} is incomplete: moving it there was interrupted. Run the move again.`);
  }
  if (purpose === 'move') {
    if (found.isOurs && !isIncomplete)
      throw new Error(`The database ${found.database} must be empty: there is an installation of Castellan in it.`);
    await client.query("insert into castellan.installation values ('incomplete', 'moving') on conflict do nothing");
  }
  return ownerRoleOf(found);
}

/** From now on the database may be used. Part of the transaction that brought the data, connected as the login. */
export async function markComplete(client: pg.ClientBase): Promise<void> {
  await client.query("delete from castellan.installation where name = 'incomplete'");
}

/**
 * Whether keys are those this database was first used with; the first ones are remembered, by a mark from which they cannot be
 * told. With others nobody could sign in, and what they sealed would be lost one by one.
 */
export async function matchesKeys(address: DatabaseAddress, mark: string): Promise<boolean> {
  const client = await connectAs(address, 'supabase_admin');
  try {
    await client.query("insert into castellan.installation values ('keys', $1) on conflict do nothing", [mark]);
    const { rows } = await client.query("select from castellan.installation where name = 'keys' and value = $1", [mark]);
    return rows.length > 0;
  } finally {
    await client.end();
  }
}

/** Whether a database was used with keys already. Changes nothing, and nothing need be there. */
export async function hasKeys(address: DatabaseAddress): Promise<boolean> {
  const client = await connectAs(address, 'supabase_admin');
  try {
    const { rows: tables } = await client.query<{ isThere: boolean }>(
      `select to_regclass('castellan.installation') is not null as "isThere"`,
    );
    if (tables[0]?.isThere !== true) return false;
    const { rows } = await client.query("select from castellan.installation where name = 'keys'");
    return rows.length > 0;
  } finally {
    await client.end();
  }
}

/**
 * The files of the bootstrap say `postgres` for the product's owner, and nothing else in them is called so. What they set for a
 * role is left out: each transaction sets it, and the roles may be an administrator's.
 */
function rewriteFor(owner: string): Rewrite {
  return ({ source, name, sql }) => {
    if (source.role !== 'supabase_admin') return { sql, role: source.role === 'postgres' ? owner : source.role };
    const text = name === '0001_roles.sql' ? readFileSync(ownRoles, 'utf8') : sql;
    const own = text.replaceAll(/^alter role \w+ set .*;$/gm, '').replaceAll(/\bpostgres\b/g, pg.escapeIdentifier(owner));
    return { sql: own, role: 'supabase_admin' };
  };
}
