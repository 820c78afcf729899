-- A code or a passkey; the password where the account has never had either.
create or replace function private.is_proven_lately() returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(
    private.proven_at(case when (select owner.factor_required from private.owner)
      then array['totp', 'mfa/webauthn'] else array['password', 'totp', 'mfa/webauthn'] end)
    between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '1 minute', false)
$$;

revoke all on function private.is_proven_lately() from public, anon, authenticated, service_role;
