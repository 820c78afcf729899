-- setup_secret_matches for a server in front of a hosted project: asked before it has an account made. The hash is hexadecimal.
create or replace function public.server_setup_secret_matches(hash text) returns boolean
language sql security definer set search_path = ''
as $$
  select private.setup_secret_matches(decode(server_setup_secret_matches.hash, 'hex'))
$$;

revoke all on function public.server_setup_secret_matches(text) from public, anon, authenticated, service_role;
grant execute on function public.server_setup_secret_matches(text) to service_role;
