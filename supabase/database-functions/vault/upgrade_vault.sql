-- Makes the vault beside the entries of an older product, which are converted afterwards, change by change.
create or replace function public.upgrade_vault(vault jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('upgrade_vault');
begin
  perform private.lock_beginning();
  if exists (select from private.vaults present where present.user_id = owner_id) then
    raise sqlstate 'PT409' using message = 'There is a vault already', detail = 'vault_exists';
  end if;
  if not exists (select from public.vault_entries entry where entry.user_id = owner_id) then
    raise sqlstate 'PT409' using message = 'There is nothing to upgrade', detail = 'nothing_to_upgrade';
  end if;
  return private.begin_vault(owner_id, vault);
end $$;

revoke all on function public.upgrade_vault(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.upgrade_vault(jsonb) to authenticated;
