-- Whether the caller keeps sealed records, not removed, and a vault whose key opens them.
create or replace function public.has_sealed_records() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('has_sealed_records');
  made regclass;
  found_one boolean;
begin
  if not exists (select from private.vaults vault where vault.user_id = owner_id) then
    return false;
  end if;
  for made in
    select tgrelid::regclass from pg_catalog.pg_trigger where tgname = 'judge_sealed'
  loop
    execute format('select exists (select from %s where user_id = $1 and deleted_at is null)', made) into found_one using owner_id;
    if found_one then
      return true;
    end if;
  end loop;
  return false;
end $$;

revoke all on function public.has_sealed_records() from public, anon, authenticated, service_role;
grant execute on function public.has_sealed_records() to authenticated;
