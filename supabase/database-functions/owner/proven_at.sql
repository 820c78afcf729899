-- A passkey proves who is there as a code does. Only a device's half of the vault's key stays the code's: whoever has the passkey
-- at hand opens everything with it anyway, and a stolen device must not get by on what it holds itself.
--
-- When the caller last gave one of these proofs, as the access token tells; null where never.
create or replace function private.proven_at(proofs text[]) returns timestamptz
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

revoke all on function private.proven_at(text[]) from public, anon, authenticated, service_role;
