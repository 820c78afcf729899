create or replace function private.promised_quantity(wish_id uuid) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(sum(claim.quantity), 0) from public.wish_claims claim
  where claim.wish_id = promised_quantity.wish_id and claim.status = 'promised'
$$;

revoke all on function private.promised_quantity(uuid) from public, anon, authenticated, service_role;
