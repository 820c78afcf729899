-- Takes a promise back, for whoever holds its token; whether there was one.
create or replace function private.withdraw_claim(wish_id uuid, token_hash bytea) returns boolean
language plpgsql set search_path = ''
as $$
begin
  update public.wish_claims claim set status = 'withdrawn', display_name = null
  where claim.wish_id = withdraw_claim.wish_id and claim.token_hash = withdraw_claim.token_hash and claim.status = 'promised';
  return found;
end $$;

revoke all on function private.withdraw_claim(uuid, bytea) from public, anon, authenticated, service_role;
