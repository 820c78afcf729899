-- Erases for good what is kept, as after a rotation of the key: it is sealed under the former one. Answers how many rows went.
create or replace function public.erase_removed_vault_rows() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('erase_removed_vault_rows');
  hit bigint;
begin
  perform private.require_vault_proof();
  delete from private.vault_removed gone where gone.user_id = owner_id;
  get diagnostics hit = row_count;
  return hit;
end $$;

revoke all on function public.erase_removed_vault_rows() from public, anon, authenticated, service_role;
grant execute on function public.erase_removed_vault_rows() to authenticated;
