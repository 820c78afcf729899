-- Refuses a caller who gave no proof within the last five minutes: by code or passkey, or by password where the account never had either.
create or replace function private.require_recent_proof() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_proven_lately() then
    raise sqlstate 'PT403' using message = 'Nothing that counts was verified within the last five minutes',
      detail = 'verification_too_old';
  end if;
end $$;

revoke all on function private.require_recent_proof() from public, anon, authenticated, service_role;
