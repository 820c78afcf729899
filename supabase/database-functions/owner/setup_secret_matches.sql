-- Whether this is the living setup secret and there is no owner. Until the caller's transaction ends, nobody else gets
-- an answer: call it and claim_ownership in one transaction, and of two parallel setups one wins.
-- Wrong, expired, absent and already used are one answer.
create or replace function private.setup_secret_matches(hash bytea) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  -- A server that has its owner answers without queueing.
  if exists (select from private.owner) then
    return false;
  end if;
  lock table private.owner in share row exclusive mode;
  return not exists (select from private.owner) and exists (
    select from private.setup_secret secret
    where secret.hash = setup_secret_matches.hash and secret.expires_at > clock_timestamp()
  );
end $$;

revoke all on function private.setup_secret_matches(bytea) from public, anon, authenticated, service_role;
grant execute on function private.setup_secret_matches(bytea) to supabase_auth_admin;
