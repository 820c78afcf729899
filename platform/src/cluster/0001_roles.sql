-- What takes the place of bootstrap/0001_roles.sql in a cluster that somebody else runs. The roles are made before, by
-- cluster/cluster-roles.ts, since they belong to the whole cluster and may be there already. `postgres` stands for the product's
-- owner here as in every file of the bootstrap; its name in the cluster is put in its place.

-- Whoever may sign in to the cluster has no business in this database. The login owns it, or is a superuser.
do $$ begin execute format('revoke all on database %I from public', current_database()); end $$;
do $$ begin execute format('grant all on database %I to postgres', current_database()); end $$;

alter schema public owner to postgres;
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

create schema extensions authorization postgres;
grant usage on schema extensions to anon, authenticated, service_role;

alter default privileges for role postgres revoke execute on functions from public;
alter default privileges revoke execute on functions from public;

create publication supabase_realtime;
alter publication supabase_realtime owner to postgres;
