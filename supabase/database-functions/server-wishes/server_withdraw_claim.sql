-- Takes a promise back, for whoever holds its token; whether there was one.
create or replace function public.server_withdraw_claim(wish_id uuid, token_hash bytea) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(private.withdraw_claim(server_withdraw_claim.wish_id, server_withdraw_claim.token_hash))
$$;

revoke all on function public.server_withdraw_claim(uuid, bytea) from public, anon, authenticated, service_role;
grant execute on function public.server_withdraw_claim(uuid, bytea) to service_role;
