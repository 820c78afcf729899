-- A passkey proves who is there as a code does. Only a device's half of the vault's key stays the code's: whoever has the passkey
-- at hand opens everything with it anyway, and a stolen device must not get by on what it holds itself.

-- When the caller last gave one of these proofs, as the access token tells; null where never.
create function private.proven_at(proofs text[]) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  methods jsonb := private.request_object('request.jwt.claims') -> 'amr';
begin
  if jsonb_typeof(methods) is distinct from 'array' then
    return null;
  end if;
  return (
    select to_timestamp(max((proof ->> 'timestamp')::double precision))
    from jsonb_array_elements(methods) proof
    where jsonb_typeof(proof) = 'object' and proof ->> 'method' = any (proofs) and jsonb_typeof(proof -> 'timestamp') = 'number'
  );
exception when others then
  return null;
end $$;

drop function private.require_fresh_verification(timestamptz);
drop function private.totp_verified_at();

-- What a verification must be to count now: at most five minutes old, and newer than the last lock. By code or passkey, unless
-- the caller names what counts.
create function private.require_fresh_verification(locked_at timestamptz, proofs text[] default array['totp', 'mfa/webauthn'])
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

-- The share of a device, for a caller who has just given the authenticator's code. Base64url.
create or replace function public.vault_device_share(slot_id uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('vault_device_share');
  present private.vaults;
  kept bytea;
begin
  select * into present from private.vaults vault where vault.user_id = owner_id;
  perform private.require_fresh_verification(coalesce(present.locked_at, '-infinity'), array['totp']);
  select share.share into kept from private.vault_device_shares share
  where share.slot_id = vault_device_share.slot_id and share.user_id = owner_id;
  if kept is null then
    raise sqlstate 'PT404' using message = 'There is no share for this device', detail = 'share_missing';
  end if;
  return private.base64url(kept);
end $$;

revoke all on function private.proven_at(text[]), private.require_fresh_verification(timestamptz, text[])
from public, anon, authenticated, service_role;
