-- What a hosted project has before any migration of ours: its roles and schemas.
-- The password of every role that may sign in is set by the server at each start, never here.

create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;

-- Every data request signs in as this role, which owns nothing, and takes one of the three above.
create role authenticator login noinherit;
grant anon, authenticated, service_role to authenticator;

-- Owns the product's tables. As on a hosted project it is no superuser.
create role postgres login createrole bypassrls;
grant anon, authenticated, service_role to postgres;

create role supabase_auth_admin login noinherit createrole;
create role supabase_realtime_admin login noinherit;

-- The database is named after its superuser's default; the product's owner may make schemas in it and nobody else may.
do $$ begin execute format('revoke all on database %I from public', current_database()); end $$;
do $$ begin execute format('grant connect on database %I to authenticator, supabase_auth_admin, supabase_realtime_admin', current_database()); end $$;
do $$ begin execute format('grant all on database %I to postgres', current_database()); end $$;

alter schema public owner to postgres;
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

create schema extensions authorization postgres;
grant usage on schema extensions to anon, authenticated, service_role;

-- A function is executable by everybody unless that is taken back: it is, for every schema and every later function.
alter default privileges for role postgres revoke execute on functions from public;
alter default privileges revoke execute on functions from public;

alter role authenticator set statement_timeout = '8s';
alter role authenticator set idle_in_transaction_session_timeout = '15s';
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';

create publication supabase_realtime;
alter publication supabase_realtime owner to postgres;
