-- Drops the oldest copies of records that were made before `until`, among those that count against the same limit, as many as hold so
-- many characters; answers how many these held.
create or replace function private.drop_oldest_records(owner_id uuid, of_large boolean, wanted bigint, until timestamptz) returns bigint
language sql set search_path = ''
as $$
  with dropped as (
    delete from private.vault_removed copy
    where copy.id in (
      select older.id
      from (
        select kept.id, sum(kept.size) over (order by kept.id) - kept.size as before
        from private.vault_removed kept
        where kept.user_id = owner_id and kept.source = 'record' and private.is_large_record(kept.collection) = of_large
          and kept.removed_at < until) older
      where older.before < wanted)
    returning copy.size)
  select coalesce(sum(dropped.size), 0) from dropped
$$;

revoke all on function private.drop_oldest_records(uuid, boolean, bigint, timestamptz) from public, anon, authenticated, service_role;
