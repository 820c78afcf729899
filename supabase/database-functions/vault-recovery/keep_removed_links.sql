-- The history of the heads goes with a vault that is replaced, and comes back with it.
create or replace function private.keep_removed_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.vault_removed (user_id, source, key, how, vault_id, epoch, kept)
  select vault.user_id, 'link', was ->> 'epoch', 'removed', vault.vault_id, vault.epoch, was
  from (select to_jsonb(old_rows) as was from old_rows) gone
  join private.vaults vault on vault.user_id = (was ->> 'user_id')::uuid;
  perform private.forget_old_vault_rows();
  return null;
end $$;

revoke all on function private.keep_removed_links() from public, anon, authenticated, service_role;
