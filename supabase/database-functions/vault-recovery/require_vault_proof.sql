-- Wants a proof of the last five minutes that is newer than `since`: a code or a passkey, or the password where the account has
-- never had either. The machine itself, which speaks for no account, is not asked.
create or replace function private.require_vault_proof(since timestamptz default '-infinity') returns void
language plpgsql stable set search_path = ''
as $$
begin
  if private.caller_id() is null then
    return;
  end if;
  if (select owner.factor_required from private.owner) then
    perform private.require_fresh_verification(since);
  else
    perform private.require_fresh_verification(since, array['password', 'totp', 'mfa/webauthn']);
  end if;
end $$;

revoke all on function private.require_vault_proof(timestamptz) from public, anon, authenticated, service_role;
