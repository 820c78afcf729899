-- Makes this user the owner if the setup secret matches, in one transaction: of two setups at once one wins. The hash is hexadecimal.
-- False, changing nothing, where the secret is wrong, expired or used; such an account is the caller's to remove.
create or replace function public.server_claim_ownership(hash text, user_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.setup_secret_matches(decode(server_claim_ownership.hash, 'hex')) then
    return false;
  end if;
  perform private.claim_ownership(server_claim_ownership.user_id);
  return true;
end $$;

revoke all on function public.server_claim_ownership(text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.server_claim_ownership(text, uuid) to service_role;
