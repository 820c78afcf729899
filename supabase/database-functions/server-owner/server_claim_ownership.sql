-- Makes an account the owner, for whoever has the living setup secret, which it ends: of two at once one wins. Answers whether it did;
-- false where there is an owner, and where the secret is wrong, expired or used.
create or replace function public.server_claim_ownership(secret_hash bytea, user_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.setup_secret_matches(server_claim_ownership.secret_hash) then
    return to_jsonb(false);
  end if;
  perform private.claim_ownership(server_claim_ownership.user_id);
  return to_jsonb(true);
end $$;

revoke all on function public.server_claim_ownership(bytea, uuid) from public, anon, authenticated, service_role;
grant execute on function public.server_claim_ownership(bytea, uuid) to service_role;
