-- More than 20 entries removed or overwritten within an hour want a proof, whoever did it in however many requests.
create or replace function private.require_proof_for_many(owner_id uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if 20 < (
    select count(distinct gone.key) from private.vault_removed gone
    where gone.user_id = owner_id and gone.source = 'entry' and gone.removed_at > clock_timestamp() - interval '1 hour'
  ) then
    perform private.require_vault_proof();
  end if;
end $$;

revoke all on function private.require_proof_for_many(uuid) from public, anon, authenticated, service_role;
