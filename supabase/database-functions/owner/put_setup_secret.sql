-- put_setup_secret, setup_secret_matches and claim_ownership begin with the same lock on private.owner, so that putting a secret,
-- trying it and becoming the owner happen one after the other. It does not block readers.
--
-- Replaces the setup secret; returns false, changing nothing, once there is an owner.
create or replace function private.put_setup_secret(hash bytea, expires_at timestamptz) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  lock table private.owner in share row exclusive mode;
  if exists (select from private.owner) then
    return false;
  end if;
  insert into private.setup_secret (hash, expires_at) values (put_setup_secret.hash, put_setup_secret.expires_at)
    on conflict (id) do update set hash = excluded.hash, expires_at = excluded.expires_at;
  return true;
end $$;

revoke all on function private.put_setup_secret(bytea, timestamptz) from public, anon, authenticated, service_role;
grant execute on function private.put_setup_secret(bytea, timestamptz) to supabase_auth_admin;
