import pg from 'pg';
import type { ConnectionRole } from '../core/connection-role.ts';
import type { TakenRole } from '../core/shared-login.ts';
import { type LoginFacts, ownerRoleOf, platformRoles } from './login-facts.ts';

/** Settings that a role brings when it signs in, which the login, that only takes it, must be told. As in bootstrap/0001 and 0002. */
const roleSettings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  authenticator: { statement_timeout: '8s', idle_in_transaction_session_timeout: '15s' },
  supabase_auth_admin: { search_path: '""', statement_timeout: '10s', idle_in_transaction_session_timeout: '15s' },
  anon: { statement_timeout: '3s' },
  authenticated: { statement_timeout: '8s' },
};

/** Who passes policies by, where the cluster lets us make such a role; elsewhere `openPolicies` does as much. */
const pastPolicies: readonly string[] = ['service_role'];

/**
 * Makes the roles that are missing, none of which may sign in, and makes the login a member of all. They belong to the whole
 * cluster: one that another database uses already is left as it is. Runs inside a transaction, connected as the login.
 */
export async function provideRoles(client: pg.Client, facts: LoginFacts): Promise<void> {
  const owner = ownerRoleOf(facts);
  const mayMakeBypassing = facts.isSuperuser || (facts.versionNumber >= 160_000 && facts.bypassesPolicies);
  for (const name of [...platformRoles, owner]) {
    const known = facts.roles.find((role) => role.name === name);
    if (known === undefined) {
      const isBypassing = mayMakeBypassing && (pastPolicies.includes(name) || name === owner);
      await makeRole(client, name, isBypassing);
    }
    if (known?.isTaken !== true && !facts.isSuperuser) await takePart(client, facts, name);
  }
}

async function makeRole(client: pg.Client, name: string, isBypassing: boolean): Promise<void> {
  // Another database of the cluster may make it in the same moment.
  await client.query(`do $$ begin create role ${pg.escapeIdentifier(name)} nologin noinherit${isBypassing ? ' bypassrls' : ''};
    exception when duplicate_object or unique_violation then null; end $$`);
  const timeout = roleSettings[name]?.['statement_timeout'];
  // The one setting that a request asks the role for: see `takeRole`.
  if (timeout !== undefined)
    await client.query(`alter role ${pg.escapeIdentifier(name)} set statement_timeout = ${pg.escapeLiteral(timeout)}`);
}

async function takePart(client: pg.Client, facts: LoginFacts, name: string): Promise<void> {
  const how = facts.versionNumber >= 160_000 ? ' with inherit true, set true' : '';
  await client.query(`grant ${pg.escapeIdentifier(name)} to ${pg.escapeIdentifier(facts.login)}${how}`);
}

/** Settings that must be the same in every cluster: what is written as text is read as such elsewhere. */
const commonSettings: Readonly<Record<string, string>> = {
  search_path: '"$user", public',
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
};

/** How each of the platform's connections takes its role here: with the settings it would have had, had it signed in itself. */
export async function readTakenRoles(client: pg.Client, owner: string): Promise<ReadonlyMap<ConnectionRole, TakenRole>> {
  const names: readonly (readonly [ConnectionRole, string])[] = [
    ['authenticator', 'authenticator'],
    ['supabase_auth_admin', 'supabase_auth_admin'],
    ['supabase_realtime_admin', 'supabase_realtime_admin'],
    ['postgres', owner],
  ];
  const { rows } = await client.query<{ name: string; settings: readonly string[] | null }>(
    'select rolname as name, rolconfig as settings from pg_roles where rolname = any ($1)',
    [names.map(([, name]) => name)],
  );
  const settingsOf = new Map(rows.map(({ name, settings }) => [name, settings ?? []]));
  return new Map(names.map(([role, name]) => [role, { name, prologue: prologueOf(name, settingsOf.get(name) ?? []) }]));
}

function prologueOf(name: string, own: readonly string[]): string {
  const settings = {
    ...commonSettings,
    ...roleSettings[name],
    ...Object.fromEntries(own.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])),
  };
  const set = Object.entries(settings).map(([key, value]) => `set_config(${pg.escapeLiteral(key)}, ${pg.escapeLiteral(value)}, true)`);
  return `set local role ${pg.escapeIdentifier(name)}; select ${set.join(', ')}`;
}

/**
 * Where no role could be made that passes policies by, policies that let every row through stand in: for `service_role` on the
 * product's tables, for their owner on the accounts. Runs after the migrations, each time, inside a transaction.
 */
export async function openPolicies(client: pg.Client, owner: string): Promise<void> {
  const { rows } = await client.query<{ target: string; name: string; role: string }>(
    `select format('%I.%I', n.nspname, c.relname) as target, format('%s passes', r.rolname) as name, r.rolname as role
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_roles r on not r.rolbypassrls and (
        (n.nspname in ('public', 'private', 'storage') and r.rolname = 'service_role') or (n.nspname = 'auth' and r.rolname = $1)
      )
      where c.relkind in ('r', 'p') and c.relrowsecurity
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = format('%s passes', r.rolname))`,
    [owner],
  );
  for (const { target, name, role } of rows) {
    await client.query(
      `create policy ${pg.escapeIdentifier(name)} on ${target} to ${pg.escapeIdentifier(role)} using (true) with check (true)`,
    );
  }
}
