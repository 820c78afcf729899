-- Many records of a kind deleted for good within an hour want a proof, in however many requests: as many as of entries, counted among
-- those that were there an hour ago by the database's clock, so that a kind cannot be filled up first to make what it had a small part.
-- What was changed within the hour counts among them where an earlier text of it is kept; what is gone counts as what was there.
create or replace function private.require_proof_for_many_records(owner_id uuid, kind text) returns void
language plpgsql stable set search_path = ''
as $$
declare
  since constant timestamptz := clock_timestamp() - interval '1 hour';
  gone text[];
  held bigint;
begin
  select coalesce(array_agg(distinct copy.key), '{}') into gone from private.vault_removed copy
  where copy.user_id = owner_id and copy.source = 'record' and copy.collection = kind and copy.how = 'removed'
    and copy.day >= (since at time zone 'utc')::date and copy.removed_at > since;
  if not private.takes_many(cardinality(gone), 0) then
    return;
  end if;
  execute format(
    'select count(*) from %s record where record.user_id = $1 and record.id::text <> all ($2) and (record.updated_at <= $3
      or record.id::text in (
        select copy.key from private.vault_removed copy
        where copy.user_id = $1 and copy.source = ''record'' and copy.collection = $4
          and (copy.removed_at <= $3 or (copy.kept ->> ''updated_at'')::timestamptz <= $3)))', private.sealed_table(kind))
  into held using owner_id, gone, since, kind;
  if private.takes_many(cardinality(gone), cardinality(gone) + held) then
    perform private.require_vault_proof();
  end if;
end $$;

revoke all on function private.require_proof_for_many_records(uuid, text) from public, anon, authenticated, service_role;
