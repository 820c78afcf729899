create or replace function private.touch_vault_entry() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end $$;

revoke all on function private.touch_vault_entry() from public, anon, authenticated, service_role;
