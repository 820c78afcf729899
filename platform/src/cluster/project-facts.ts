import { z } from 'zod';
import type { Queryable } from '../core/database.ts';
import { platformRoles } from './login-facts.ts';

const factsSchema = z.object({
  login: z.string(),
  versionNumber: z.number(),
  version: z.string(),
  isSuperuser: z.boolean(),
  bypassesPolicies: z.boolean(),
  canMakeSchemas: z.boolean(),
  canMakeTables: z.boolean(),
  roles: z.array(z.string()),
  /** The owner of the publication that realtime follows; null: there is none. */
  publicationOwner: z.string().nullable(),
  /** Whether our ledger is here. */
  isOurs: z.boolean(),
  /** Whether the product's tables are here, by whoever's hand. */
  hasProduct: z.boolean(),
});

/** What the migrations want of the auth service's tables, which they never change: the columns they read and the rights they use. */
const wantedTables = [
  { table: 'users', columns: ['id'], rights: ['references'] },
  { table: 'mfa_factors', columns: ['user_id', 'status'], rights: ['select', 'trigger'] },
  {
    table: 'sessions',
    columns: ['id', 'user_id', 'created_at', 'refreshed_at', 'not_after', 'aal', 'ip', 'user_agent'],
    rights: ['select', 'delete'],
  },
] as const;

const tableSchema = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rights: z.array(z.string()),
  /** Whether its policies are asked, so that a login that does not bypass them sees no row. */
  hasPolicies: z.boolean(),
});

/** What a project's database says of itself and of the login. */
export type ProjectFacts = z.infer<typeof factsSchema> & { readonly tables: readonly z.infer<typeof tableSchema>[] };

const factsQuery = `
  select r.rolname as login, current_setting('server_version_num')::int as "versionNumber",
    split_part(current_setting('server_version'), ' ', 1) as version, r.rolsuper as "isSuperuser",
    r.rolbypassrls as "bypassesPolicies", has_database_privilege(current_database(), 'CREATE') as "canMakeSchemas",
    has_schema_privilege('public', 'CREATE') as "canMakeTables",
    array(select o.rolname::text from pg_roles o where o.rolname = any ($1)) as roles,
    (select pg_get_userbyid(p.pubowner) from pg_publication p where p.pubname = 'supabase_realtime') as "publicationOwner",
    exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'castellan' and c.relname = 'migrations'
    ) as "isOurs",
    exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'private' and c.relname = 'owner'
    ) as "hasProduct"
  from pg_roles r where r.rolname = current_user`;

// By the catalogue's numbers: a login that may not use the schema is told what it lacks, and not refused the question.
const tablesQuery = `
  select c.relname as table,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    array(
      select wanted from unnest(array['select', 'delete', 'references', 'trigger']) wanted
      where has_schema_privilege(n.oid, 'USAGE') and has_table_privilege(c.oid, wanted)
    ) as rights,
    c.relrowsecurity as "hasPolicies"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'auth' and c.relname = any ($1)`;

/** Asks the database. `queryable` is connected as the login. */
export async function readProjectFacts(queryable: Queryable): Promise<ProjectFacts> {
  const { rows } = await queryable.query(factsQuery, [[...platformRoles]]);
  const tables = await queryable.query(tablesQuery, [wantedTables.map(({ table }) => table)]);
  return { ...factsSchema.parse(rows[0]), tables: z.array(tableSchema).parse(tables.rows) };
}

const oldestVersion = 150_000;

/** What keeps the login from bringing this project up to date, each a clause of one sentence; empty: nothing. */
export function findProjectFaults(facts: ProjectFacts): readonly string[] {
  const { login, bypassesPolicies, publicationOwner } = facts;
  const missing = platformRoles.filter((name) => !facts.roles.includes(name));
  const faults = [
    facts.versionNumber < oldestVersion && `PostgreSQL 15 or newer is wanted, and this is ${facts.version}`,
    facts.isSuperuser && 'the login must not be a superuser: functions would run with its rights',
    missing.length > 0 && `the roles ${missing.join(', ')} are not there`,
    !facts.canMakeSchemas && 'the login must be allowed to make schemas',
    !facts.canMakeTables && 'the login must be allowed to make tables in schema public',
    publicationOwner !== login &&
      (publicationOwner === null
        ? 'the publication supabase_realtime is not there'
        : `the publication supabase_realtime is ${publicationOwner}’s and not the login’s`),
    facts.hasProduct && !facts.isOurs && 'the product’s tables were made in another way, of which nothing says which migrations they have',
    ...wantedTables.map((wanted) => {
      const found = facts.tables.find(({ table }) => table === wanted.table);
      const name = `auth.${wanted.table}`;
      if (found === undefined) return `the table ${name} is not there`;
      const columns = wanted.columns.filter((column) => !found.columns.includes(column));
      if (columns.length > 0) return `the table ${name} lacks ${columns.join(', ')}`;
      const rights = wanted.rights.filter((right) => !found.rights.includes(right));
      if (rights.length > 0) return `the login lacks the rights ${rights.join(', ')} on ${name}`;
      return found.hasPolicies && !bypassesPolicies && `the login must bypass row-level security to read ${name}`;
    }),
  ];
  return faults.filter((fault) => typeof fault === 'string');
}
