-- Whether such a proof was given: what a client does by itself waits for one.
create or replace function public.vault_proof_is_fresh() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner('vault_proof_is_fresh');
  perform private.require_vault_proof();
  return true;
exception when sqlstate 'PT403' then
  return false;
end $$;

revoke all on function public.vault_proof_is_fresh() from public, anon, authenticated, service_role;
grant execute on function public.vault_proof_is_fresh() to authenticated;
