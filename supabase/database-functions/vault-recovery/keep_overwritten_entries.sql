-- An icon, a category or a favourite mark is no entry lost: only what a person wrote counts.
create or replace function private.keep_overwritten_entries() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id uuid;
begin
  insert into private.vault_removed (user_id, source, key, how, vault_id, epoch, kept)
  select was.user_id, 'entry', was.id::text, 'overwritten', vault.vault_id, vault.epoch, to_jsonb(was)
  from old_rows was
  join new_rows now_there on now_there.id = was.id
  left join private.vaults vault on vault.user_id = was.user_id
  where (was.password_encrypted, was.title, was.username, was.url, was.notes)
      is distinct from (now_there.password_encrypted, now_there.title, now_there.username, now_there.url, now_there.notes)
    and private.keeps_copy(was.user_id, 'entry', was.id::text);
  perform private.forget_old_vault_rows();
  for owner_id in select distinct was.user_id from old_rows was loop
    perform private.require_proof_for_many(owner_id);
  end loop;
  return null;
end $$;

revoke all on function private.keep_overwritten_entries() from public, anon, authenticated, service_role;
