-- Refuses a new vault whose chain is not the one that a vault of this owner and id begins with: no device could follow what comes
-- after it. A chain that is none is refused as an older page's.
create or replace function private.require_first_chain(owner_id uuid, vault jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  given constant text := coalesce(vault ->> 'chain', '');
begin
  if given ~ '^[A-Za-z0-9_-]{43}$'
    and given <> private.framed_digest('castellan.chain.2', 'first', owner_id::text, (vault ->> 'vault_id')::uuid::text)
  then
    raise sqlstate 'PT400' using message = 'The chain of a vault must begin with the vault', detail = 'chain_broken';
  end if;
end $$;

revoke all on function private.require_first_chain(uuid, jsonb) from public, anon, authenticated, service_role;
