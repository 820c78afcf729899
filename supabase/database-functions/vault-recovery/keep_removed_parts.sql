create or replace function private.keep_removed_parts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.vault_removed (user_id, source, key, how, vault_id, epoch, kept)
  select was.user_id, 'part', was.part::text, 'removed', vault.vault_id, vault.epoch, to_jsonb(was)
  from old_rows was join private.vaults vault on vault.user_id = was.user_id;
  perform private.forget_old_vault_rows();
  return null;
end $$;

revoke all on function private.keep_removed_parts() from public, anon, authenticated, service_role;
