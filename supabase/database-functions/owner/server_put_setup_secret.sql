-- put_setup_secret for a server in front of a hosted project. The hash is hexadecimal.
create or replace function public.server_put_setup_secret(hash text, expires_at timestamptz) returns boolean
language sql security definer set search_path = ''
as $$
  select private.put_setup_secret(decode(server_put_setup_secret.hash, 'hex'), server_put_setup_secret.expires_at)
$$;

revoke all on function public.server_put_setup_secret(text, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_put_setup_secret(text, timestamptz) to service_role;
