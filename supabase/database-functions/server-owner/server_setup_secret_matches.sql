-- Whether this is the living setup secret, asked before an account is made for its holder. Wrong, expired, absent and used are one answer.
create or replace function public.server_setup_secret_matches(secret_hash bytea) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(private.setup_secret_matches(server_setup_secret_matches.secret_hash))
$$;

revoke all on function public.server_setup_secret_matches(bytea) from public, anon, authenticated, service_role;
grant execute on function public.server_setup_secret_matches(bytea) to service_role;
