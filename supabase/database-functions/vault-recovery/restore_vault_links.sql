-- Gives the restored head its place in the history: what it was sealed with then, at the epoch that is reached. A device that
-- remembers a later head finds no way from there, and asks its owner.
create or replace function private.restore_vault_links(
  owner_id uuid, reached bigint, first_kept private.vault_removed, latest bigint, former_vault uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if former_vault is distinct from first_kept.vault_id then
    execute 'delete from private.vault_links where user_id = $1' using owner_id;
    execute 'insert into private.vault_links (user_id, epoch, chain, digest, parents)
      select distinct on (gone.key) $1, (gone.kept ->> ''epoch'')::bigint, gone.kept ->> ''chain'', gone.kept ->> ''digest'',
        nullif(gone.kept -> ''parents'', ''null'')
      from private.vault_removed gone
      where gone.user_id = $1 and gone.source = ''link'' and gone.id between $2 and $3 and gone.vault_id = $4
      order by gone.key, gone.id'
    using owner_id, first_kept.id, latest, first_kept.vault_id;
  end if;
  execute 'insert into private.vault_links (user_id, epoch, chain, digest)
    select $1, $2, coalesce((
      select link.chain from private.vault_links link
      where link.user_id = $1 and link.digest = private.head_digest($1) order by link.epoch desc limit 1), ''''), private.head_digest($1)'
  using owner_id, reached;
end $$;

revoke all on function private.restore_vault_links(uuid, bigint, private.vault_removed, bigint, uuid) from public, anon, authenticated, service_role;
