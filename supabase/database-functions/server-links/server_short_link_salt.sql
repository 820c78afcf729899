-- Today's salt: the one that is there, else the one proposed.
create or replace function public.server_short_link_salt(proposed bytea) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(kept.salt) from private.short_link_salt(server_short_link_salt.proposed) kept
$$;

revoke all on function public.server_short_link_salt(bytea) from public, anon, authenticated, service_role;
grant execute on function public.server_short_link_salt(bytea) to service_role;
