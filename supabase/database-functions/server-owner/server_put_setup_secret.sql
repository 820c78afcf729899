-- Replaces the setup secret. Answers false, changing nothing, once there is an owner.
create or replace function public.server_put_setup_secret(hash bytea, expires_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(private.put_setup_secret(server_put_setup_secret.hash, server_put_setup_secret.expires_at))
$$;

revoke all on function public.server_put_setup_secret(bytea, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_put_setup_secret(bytea, timestamptz) to service_role;
