-- Makes the vault where there is nothing yet: no vault and no entry. `vault` is {vault_id, slots, parts, entries?}.
create or replace function public.create_vault(vault jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('create_vault');
begin
  perform private.lock_beginning();
  if exists (select from private.vaults present where present.user_id = owner_id)
    or exists (select from public.vault_entries entry where entry.user_id = owner_id) then
    raise sqlstate 'PT409' using message = 'There is a vault already', detail = 'vault_exists';
  end if;
  return private.begin_vault(owner_id, vault);
end $$;

revoke all on function public.create_vault(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.create_vault(jsonb) to authenticated;
