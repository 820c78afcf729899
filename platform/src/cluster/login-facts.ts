import { z } from 'zod';
import type { Queryable } from '../core/database.ts';

/** What the roles of the platform are called by default. The product's owner is `postgres` only where a database was made so. */
export const platformRoles = [
  'anon',
  'authenticated',
  'service_role',
  'authenticator',
  'supabase_auth_admin',
  'supabase_realtime_admin',
] as const;

/** The product's owner in a cluster that has a `postgres` of its own. */
export const defaultOwnerRole = 'castellan_owner';

const roleSchema = z.object({
  name: z.string(),
  isSuperuser: z.boolean(),
  bypassesPolicies: z.boolean(),
  /** Whether the login may become it, and has its rights without doing so: migrations need both. */
  isTaken: z.boolean(),
  /** Whether the login may make itself a member. */
  canBeTaken: z.boolean(),
});

const factsSchema = z.object({
  login: z.string(),
  database: z.string(),
  versionNumber: z.number(),
  version: z.string(),
  encoding: z.string(),
  isSuperuser: z.boolean(),
  canMakeRoles: z.boolean(),
  bypassesPolicies: z.boolean(),
  ownsDatabase: z.boolean(),
  /** Whether our migrations began here. */
  isOurs: z.boolean(),
  /** The owner of the product's tables, once they are there. */
  ownerRole: z.string().nullable(),
  /** What is in the database and not ours, at most five names. */
  inTheWay: z.array(z.string()),
});

/** What the database says of a login and of itself. */
export type LoginFacts = z.infer<typeof factsSchema> & { readonly roles: readonly z.infer<typeof roleSchema>[] };

const factsQuery = `
  select r.rolname as login, d.datname as database, current_setting('server_version_num')::int as "versionNumber",
    split_part(current_setting('server_version'), ' ', 1) as version, current_setting('server_encoding') as encoding,
    r.rolsuper as "isSuperuser", r.rolcreaterole as "canMakeRoles", r.rolbypassrls as "bypassesPolicies",
    pg_has_role(d.datdba, 'USAGE') as "ownsDatabase", exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'castellan' and c.relname = 'migrations'
    ) as "isOurs",
    (select pg_get_userbyid(n.nspowner) from pg_namespace n where n.nspname = 'extensions') as "ownerRole",
    coalesce((
      select json_agg(name) from (
        select format('schema %s', n.nspname) as name from pg_namespace n
          where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'public')
        union all
        select format('%s.%s', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
            and not exists (select from pg_depend e where e.objid = c.oid and e.deptype = 'e')
        union all
        select format('function public.%s', f.proname) from pg_proc f join pg_namespace n on n.oid = f.pronamespace
          where n.nspname = 'public' and not exists (select from pg_depend e where e.objid = f.oid and e.deptype = 'e')
        order by 1 limit 5
      ) as found
    ), '[]') as "inTheWay"
  from pg_roles r, pg_database d
  where r.rolname = session_user and d.datname = current_database()`;

/** Since PostgreSQL 16 being a member, having its rights and becoming it are three things, and ADMIN is what grants them. */
const rolesQuery = (versionNumber: number) => `
  select o.rolname as name, o.rolsuper as "isSuperuser", o.rolbypassrls as "bypassesPolicies",
    pg_has_role(session_user, o.oid, 'USAGE') and pg_has_role(session_user, o.oid, '${versionNumber >= 160_000 ? 'SET' : 'MEMBER'}') as "isTaken",
    ${versionNumber >= 160_000 ? "pg_has_role(session_user, o.oid, 'MEMBER WITH ADMIN OPTION')" : '(r.rolcreaterole or r.rolsuper) and not o.rolsuper'} as "canBeTaken"
  from pg_roles o, pg_roles r
  where r.rolname = session_user and o.rolname = any ($1)`;

/** Asks the database. `queryable` is connected as the login itself. */
export async function readLoginFacts(queryable: Queryable): Promise<LoginFacts> {
  const { rows } = await queryable.query(factsQuery);
  const facts = factsSchema.parse(rows[0]);
  const names = [...platformRoles, facts.isOurs ? (facts.ownerRole ?? defaultOwnerRole) : defaultOwnerRole];
  const roles = await queryable.query(rolesQuery(facts.versionNumber), [names]);
  return { ...facts, roles: z.array(roleSchema).parse(roles.rows) };
}

/** The product's owner in this database. */
export function ownerRoleOf(facts: LoginFacts): string {
  return facts.isOurs ? (facts.ownerRole ?? defaultOwnerRole) : defaultOwnerRole;
}

const oldestVersion = 150_000;

/** What keeps the login from running an installation here, each a clause of one sentence; empty: nothing. */
export function findLoginFaults(facts: LoginFacts): readonly string[] {
  const { login, database, isSuperuser, isOurs } = facts;
  const missing = [...platformRoles, ownerRoleOf(facts)].filter((name) => !facts.roles.some((role) => role.name === name));
  const faults = [
    facts.versionNumber < oldestVersion && `PostgreSQL 15 or newer is wanted, and this is ${facts.version}`,
    facts.encoding !== 'UTF8' && `the database must be encoded in UTF8, and is in ${facts.encoding}`,
    !isOurs && facts.inTheWay.length > 0 && `the database must be empty, and holds ${facts.inTheWay.join(', ')}`,
    !isSuperuser && !facts.ownsDatabase && `the login must own the database (alter database "${database}" owner to "${login}")`,
    missing.length > 0 &&
      !isSuperuser &&
      !facts.canMakeRoles &&
      `the login must be allowed to make roles (alter role "${login}" createrole), or an administrator makes and grants it ${missing.join(', ')}`,
    ...facts.roles.map((role) => findRoleFault(facts, role)),
  ];
  return faults.filter((fault) => typeof fault === 'string');
}

function findRoleFault(facts: LoginFacts, role: LoginFacts['roles'][number]): string | undefined {
  if (role.isSuperuser) return `the role ${role.name} must not be a superuser`;
  if (role.bypassesPolicies && ['anon', 'authenticated', 'authenticator'].includes(role.name)) {
    return `the role ${role.name} must not bypass row-level security`;
  }
  if (facts.isSuperuser || role.isTaken || role.canBeTaken) return undefined;
  const how = facts.versionNumber >= 160_000 ? ' with inherit true, set true' : '';
  return `the login must be a member of ${role.name} (grant "${role.name}" to "${facts.login}"${how})`;
}
