-- Makes the share for a slot that this device is about to write; an existing one is never replaced. Base64url.
create or replace function public.put_vault_device_share(slot_id uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('put_vault_device_share');
  -- Two version 4 UUIDs hold 244 random bits; hashed to the 32 bytes wanted.
  made constant bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
begin
  if not exists (select from private.vaults vault where vault.user_id = owner_id) then
    raise sqlstate 'PT404' using message = 'There is no vault', detail = 'vault_missing';
  end if;
  if (select count(*) from private.vault_device_shares share where share.user_id = owner_id) >= 100 then
    raise sqlstate 'PT413' using message = 'There are too many devices';
  end if;
  insert into private.vault_device_shares (slot_id, user_id, share) values (put_vault_device_share.slot_id, owner_id, made)
    on conflict do nothing;
  if not found then
    raise sqlstate 'PT409' using message = 'This device has its share already', detail = 'share_exists';
  end if;
  return private.base64url(made);
end $$;

revoke all on function public.put_vault_device_share(uuid) from public, anon, authenticated, service_role;
grant execute on function public.put_vault_device_share(uuid) to authenticated;
