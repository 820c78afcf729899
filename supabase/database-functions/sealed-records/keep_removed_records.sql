-- What lay in the trash for 30 days by the database's clock could be brought back for as long: it goes without a proof, and is not
-- kept once more. What goes with its vault, as when everything is deleted, is not kept either.
create or replace function private.keep_removed_records() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id uuid;
begin
  insert into private.vault_removed (user_id, source, collection, key, how, vault_id, epoch, size, kept)
  select was.user_id, 'record', tg_table_name, was.id::text, 'removed', vault.vault_id, vault.epoch, octet_length(was.sealed), to_jsonb(was)
  from old_rows was
  join private.vaults vault on vault.user_id = was.user_id
  where was.deleted_at is null or was.updated_at >= now() - interval '30 days'
  on conflict do nothing;
  if found then
    perform private.forget_old_vault_rows();
    for owner_id in select distinct was.user_id from old_rows was loop
      perform private.require_proof_for_many_records(owner_id, tg_table_name);
      perform private.hold_kept_records(owner_id, tg_table_name);
    end loop;
  end if;
  return null;
end $$;

revoke all on function private.keep_removed_records() from public, anon, authenticated, service_role;
