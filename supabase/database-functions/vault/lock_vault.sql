-- From now on only a newer verification releases a device's share. False where there is no vault. `reason`: why it was locked,
-- one lower-case word; anything else is not kept.
create or replace function public.lock_vault(reason text default null) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('lock_vault');
  is_there boolean;
begin
  update private.vaults vault set locked_at = greatest(vault.locked_at, clock_timestamp()) where vault.user_id = owner_id;
  is_there := found;
  insert into public.activity_logs (activity_type, activity_description, metadata)
  values ('vault_activity', 'Vault locked', jsonb_strip_nulls(jsonb_build_object(
    'action', 'lock', 'reason', case when lock_vault.reason ~ '^[a-z]{1,32}$' then lock_vault.reason end)));
  return is_there;
end $$;

revoke all on function public.lock_vault(text) from public, anon, authenticated, service_role;
grant execute on function public.lock_vault(text) to authenticated;
