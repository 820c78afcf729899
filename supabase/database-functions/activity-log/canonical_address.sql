-- An address in its canonical spelling; null for anything else.
create or replace function private.canonical_address(candidate text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if candidate !~ '^[0-9A-Fa-f:.]{2,45}$' then
    return null;
  end if;
  return host(candidate::inet);
exception when others then
  return null;
end $$;

revoke all on function private.canonical_address(text) from public, anon, authenticated, service_role;
