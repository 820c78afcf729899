-- Makes this user the owner and voids the setup secret. Fails with unique_violation (23505) where there is an owner, and
-- with foreign_key_violation (23503) where there is no such user.
create or replace function private.claim_ownership(user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  lock table private.owner in share row exclusive mode;
  if exists (select from private.owner) then
    raise exception 'there is an owner already' using errcode = 'unique_violation';
  end if;
  insert into private.owner (user_id, factor_required)
  values (
    claim_ownership.user_id,
    exists (
      select from auth.mfa_factors factor
      where factor.user_id = claim_ownership.user_id and factor.status::text = 'verified'
    )
  );
  delete from private.setup_secret;
end $$;

revoke all on function private.claim_ownership(uuid) from public, anon, authenticated, service_role;
grant execute on function private.claim_ownership(uuid) to supabase_auth_admin;
