-- The owner's connection to a language model, as sealed text that only the server can open, and its place in the data
-- passport. Nothing here is granted to any role of the API.

create table private.model_connection (
  -- There is one possible key, so there is one possible row.
  id boolean primary key default true check (id),
  -- Address, model and key, sealed under a key outside the database.
  sealed text not null check (octet_length(sealed) between 1 and 16384),
  changed_at timestamptz not null
);
alter table private.model_connection enable row level security;
revoke all on table private.model_connection from public, anon, authenticated, service_role;

-- The data passport counts it, and whoever deletes everything deletes it too.

create or replace function public.data_passport() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('data_passport');
  kept regclass;
  living bigint;
  removed bigint;
  places jsonb := '[]';
begin
  for kept in select owners_tables from private.owners_tables() where owners_tables <> 'public.wish_claims'::regclass loop
    if kept = 'public.activity_logs'::regclass then
      select coalesce(sum(volume.entries), 0), null into living, removed from private.activity_log_volume volume;
    elsif exists (
      select from pg_catalog.pg_attribute where attrelid = kept and attname = 'deleted_at' and not attisdropped
    ) then
      execute format('select count(*) filter (where deleted_at is null), count(*) filter (where deleted_at is not null)
        from %s where user_id = $1', kept) into living, removed using owner_id;
    else
      execute format('select count(*), null::bigint from %s where user_id = $1', kept) into living, removed using owner_id;
    end if;
    places := places || jsonb_build_object('place', (select relname from pg_catalog.pg_class where oid = kept),
      'rows', living, 'removed', removed, 'bytes', pg_catalog.pg_total_relation_size(kept));
  end loop;
  return places
    || jsonb_build_object('place', 'vault', 'removed', null,
      'rows', (select count(*) from private.vault_slots slot where slot.user_id = owner_id)
        + (select count(*) from private.vault_parts part where part.user_id = owner_id)
        + (select count(*) from private.vault_device_shares share where share.user_id = owner_id),
      'bytes', pg_catalog.pg_total_relation_size('private.vault_slots') + pg_catalog.pg_total_relation_size('private.vault_parts')
        + pg_catalog.pg_total_relation_size('private.vault_device_shares'))
    || jsonb_build_object('place', 'music', 'removed', null, 'rows', (select count(*) from private.music_connection),
      'bytes', pg_catalog.pg_total_relation_size('private.music_connection'))
    || jsonb_build_object('place', 'model', 'removed', null, 'rows', (select count(*) from private.model_connection),
      'bytes', pg_catalog.pg_total_relation_size('private.model_connection'))
    || jsonb_build_object('place', 'tool_reports', 'removed', null, 'rows', (select count(*) from private.tool_jobs),
      'bytes', pg_catalog.pg_total_relation_size('private.tool_jobs') + pg_catalog.pg_total_relation_size('private.tool_reports'));
end $$;

create or replace function public.delete_everything() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('delete_everything');
  left_over regclass[] := array(select owners_tables from private.owners_tables() where owners_tables <> 'public.activity_logs'::regclass);
  next_table regclass;
  hit bigint;
  deleted jsonb := '{}';
begin
  perform private.require_fresh_verification('-infinity');
  while cardinality(left_over) > 0 loop
    -- What others point at goes after them.
    select candidate into next_table from unnest(left_over) candidate
    where not exists (
      select from pg_catalog.pg_constraint bond
      where bond.contype = 'f' and bond.confrelid = candidate and bond.conrelid <> candidate and bond.conrelid = any (left_over))
    order by candidate::text limit 1;
    if next_table is null then
      raise exception 'tables point at each other in a circle: %', left_over;
    end if;
    execute format('delete from %s where user_id = $1', next_table) using owner_id;
    get diagnostics hit = row_count;
    if next_table <> 'public.wish_claims'::regclass then
      deleted := deleted || jsonb_build_object((select relname from pg_catalog.pg_class where oid = next_table), hit);
    end if;
    left_over := array_remove(left_over, next_table);
  end loop;
  delete from private.vaults vault where vault.user_id = owner_id;
  delete from private.music_connection;
  delete from private.music_authorizations;
  delete from private.model_connection;
  delete from private.tool_jobs;
  insert into public.activity_logs (activity_type, activity_description, metadata)
  values ('data_event', 'Everything was deleted', deleted);
  return deleted;
end $$;
