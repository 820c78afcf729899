-- Whether one more copy of a row that is overwritten is kept: of one that is overwritten without end, beyond 500 copies one an
-- hour.
create or replace function private.keeps_copy(owner_id uuid, kept_source text, kept_key text) returns boolean
language sql stable set search_path = ''
as $$
  select count(*) < 500 or max(copy.removed_at) < clock_timestamp() - interval '1 hour'
  from private.vault_removed copy
  where copy.user_id = owner_id and copy.source = kept_source and copy.key = kept_key
$$;

revoke all on function private.keeps_copy(uuid, text, text) from public, anon, authenticated, service_role;
