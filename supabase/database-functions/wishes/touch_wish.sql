create or replace function private.touch_wish() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end $$;

revoke all on function private.touch_wish() from public, anon, authenticated, service_role;
