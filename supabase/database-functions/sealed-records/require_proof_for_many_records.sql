-- More than 20 records of a kind deleted for good within an hour want a proof, in however many requests.
create or replace function private.require_proof_for_many_records(owner_id uuid, kind text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if 20 < (
    select count(distinct gone.key) from private.vault_removed gone
    where gone.user_id = owner_id and gone.source = 'record' and gone.collection = kind and gone.how = 'removed'
      and gone.day >= ((clock_timestamp() - interval '1 hour') at time zone 'utc')::date
      and gone.removed_at > clock_timestamp() - interval '1 hour')
  then
    perform private.require_vault_proof();
  end if;
end $$;

revoke all on function private.require_proof_for_many_records(uuid, text) from public, anon, authenticated, service_role;
