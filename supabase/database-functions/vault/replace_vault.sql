-- Gives up the keys of the vault named, for a new one: for an owner who has neither master nor recovery key. The entries
-- stay where they are and cannot be opened any more. Wants a fresh verification where an authenticator is required, newer than
-- the last lock.
create or replace function public.replace_vault(lost_vault_id uuid, vault jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('replace_vault');
  lost private.vaults;
begin
  select * into lost from private.vaults present where present.user_id = owner_id for update;
  if not found or lost.vault_id is distinct from lost_vault_id then
    raise sqlstate 'PT409' using message = 'This is not the present vault', detail = 'vault_replaced';
  end if;
  if (select owner.factor_required from private.owner) then
    perform private.require_fresh_verification(lost.locked_at);
  end if;
  perform private.require_first_chain(owner_id, vault);
  delete from private.vault_device_shares share where share.user_id = owner_id;
  delete from private.vault_slots slot where slot.user_id = owner_id;
  delete from private.vault_parts part where part.user_id = owner_id;
  delete from private.vault_links link where link.user_id = owner_id;
  -- The epoch goes on, so that no device takes the new vault for an old state of itself.
  update private.vaults present
  set vault_id = (vault ->> 'vault_id')::uuid, epoch = lost.epoch + 1, last_change_id = null
  where present.user_id = owner_id;
  perform private.put_vault_contents(owner_id, vault);
  perform private.put_vault_link(owner_id, lost.epoch + 1, vault);
  return jsonb_build_object('epoch', lost.epoch + 1);
end $$;

revoke all on function public.replace_vault(uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.replace_vault(uuid, jsonb) to authenticated;
