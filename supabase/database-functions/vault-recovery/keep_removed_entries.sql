create or replace function private.keep_removed_entries() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id uuid;
begin
  insert into private.vault_removed (user_id, source, key, how, vault_id, epoch, kept)
  select was.user_id, 'entry', was.id::text, 'removed', vault.vault_id, vault.epoch, to_jsonb(was)
  from old_rows was left join private.vaults vault on vault.user_id = was.user_id;
  perform private.forget_old_vault_rows();
  for owner_id in select distinct was.user_id from old_rows was loop
    perform private.require_proof_for_many(owner_id);
  end loop;
  return null;
end $$;

revoke all on function private.keep_removed_entries() from public, anon, authenticated, service_role;
