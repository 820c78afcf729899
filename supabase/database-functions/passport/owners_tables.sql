-- Every table that holds something of the owner's: all of schema public, and those of schema private that the catalogue names.
create or replace function private.owners_tables()
returns table (made regclass, place text, rows_count boolean, fate text, has_owner boolean, has_trash boolean)
language sql stable set search_path = ''
as $$
  select relation.oid::regclass,
    case when kept.name is null then relation.relname::text else kept.place end,
    coalesce(kept.rows_count, true),
    coalesce(kept.fate, 'deleted'),
    exists (select from pg_catalog.pg_attribute where attrelid = relation.oid and attname = 'user_id' and not attisdropped),
    exists (select from pg_catalog.pg_attribute where attrelid = relation.oid and attname = 'deleted_at' and not attisdropped)
  from pg_catalog.pg_class relation
  left join private.kept_tables kept on kept.name::regclass = relation.oid
  where relation.relkind in ('r', 'p') and (relation.relnamespace = 'public'::regnamespace or kept.name is not null)
$$;

revoke all on function private.owners_tables() from public, anon, authenticated, service_role;
