create or replace function private.keep_overwritten_parts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.vault_removed (user_id, source, key, how, vault_id, epoch, kept)
  select was.user_id, 'part', was.part::text, 'overwritten', vault.vault_id, vault.epoch, to_jsonb(was)
  from old_rows was
  join new_rows now_there on now_there.user_id = was.user_id and now_there.part = was.part
  join private.vaults vault on vault.user_id = was.user_id
  where was.envelope is distinct from now_there.envelope and private.keeps_copy(was.user_id, 'part', was.part::text);
  perform private.forget_old_vault_rows();
  return null;
end $$;

revoke all on function private.keep_overwritten_parts() from public, anon, authenticated, service_role;
