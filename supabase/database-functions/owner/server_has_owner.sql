-- For a server in front of a hosted project, which asks with the service key: whether somebody owns this installation.
create or replace function public.server_has_owner() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.owner)
$$;

revoke all on function public.server_has_owner() from public, anon, authenticated, service_role;
grant execute on function public.server_has_owner() to service_role;
