create or replace function private.require_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.owner set factor_required = true
  where owner.user_id = new.user_id and not owner.factor_required;
  return null;
end $$;

revoke all on function private.require_factor() from public, anon, authenticated, service_role;
