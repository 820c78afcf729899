-- Promises a wish: `claimed`, `taken`, `fewer` or `gone`.
create or replace function public.server_claim_wish(wish_id uuid, display_name text, token_hash bytea, quantity integer) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(private.claim_wish(
    server_claim_wish.wish_id, server_claim_wish.display_name, server_claim_wish.token_hash, server_claim_wish.quantity))
$$;

revoke all on function public.server_claim_wish(uuid, text, bytea, integer) from public, anon, authenticated, service_role;
grant execute on function public.server_claim_wish(uuid, text, bytea, integer) to service_role;
