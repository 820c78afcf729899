-- The share of a device, for a caller who has just given the authenticator's code. Base64url.
create or replace function public.vault_device_share(slot_id uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('vault_device_share');
  present private.vaults;
  kept bytea;
begin
  select * into present from private.vaults vault where vault.user_id = owner_id;
  perform private.require_fresh_verification(coalesce(present.locked_at, '-infinity'), array['totp']);
  select share.share into kept from private.vault_device_shares share
  where share.slot_id = vault_device_share.slot_id and share.user_id = owner_id;
  if kept is null then
    raise sqlstate 'PT404' using message = 'There is no share for this device', detail = 'share_missing';
  end if;
  return private.base64url(kept);
end $$;

revoke all on function public.vault_device_share(uuid) from public, anon, authenticated, service_role;
grant execute on function public.vault_device_share(uuid) to authenticated;
