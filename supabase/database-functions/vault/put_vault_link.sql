-- Keeps what a write put in the head's place. A page from before heads had a chain is refused: its write would break off the
-- history for every device.
create or replace function private.put_vault_link(owner_id uuid, reached bigint, contents jsonb, parents jsonb default null) returns void
language plpgsql set search_path = ''
as $$
begin
  if coalesce(contents ->> 'chain', '') !~ '^[A-Za-z0-9_-]{43}$' then
    raise sqlstate 'PT400' using message = 'This page is older than the vault: load it again', detail = 'page_outdated';
  end if;
  insert into private.vault_links (user_id, epoch, chain, digest, parents)
  values (owner_id, reached, contents ->> 'chain', private.head_digest(owner_id), parents);
end $$;

revoke all on function private.put_vault_link(uuid, bigint, jsonb, jsonb) from public, anon, authenticated, service_role;
