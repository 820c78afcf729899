-- What a verification must be to count now: at most five minutes old, and newer than the last lock. By code or passkey, unless
-- the caller names what counts.
create or replace function private.require_fresh_verification(locked_at timestamptz, proofs text[] default array['totp', 'mfa/webauthn'])
returns void
language plpgsql stable set search_path = ''
as $$
declare
  verified_at constant timestamptz := private.proven_at(proofs);
begin
  if verified_at is null or verified_at < clock_timestamp() - interval '5 minutes'
    or verified_at > clock_timestamp() + interval '1 minute' then
    raise sqlstate 'PT403' using message = 'Nothing that counts was verified within the last five minutes',
      detail = 'verification_too_old';
  end if;
  if verified_at <= require_fresh_verification.locked_at then
    raise sqlstate 'PT403' using message = 'What counts was verified before the vault was locked',
      detail = 'verification_before_lock';
  end if;
end $$;

revoke all on function private.require_fresh_verification(timestamptz, text[]) from public, anon, authenticated, service_role;
