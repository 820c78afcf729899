create or replace function private.keep_overwritten_records() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id uuid;
begin
  -- A row that was given another id is one that nobody finds any more: it is kept as well.
  insert into private.vault_removed (user_id, source, collection, key, how, vault_id, epoch, size, kept)
  select was.user_id, 'record', tg_table_name, was.id::text,
    case when current_setting('castellan.brings_back', true) = 'on' then 'replaced' else 'overwritten' end,
    vault.vault_id, vault.epoch, octet_length(was.sealed), to_jsonb(was)
  from old_rows was
  join private.vaults vault on vault.user_id = was.user_id
  left join new_rows now_there on now_there.id = was.id
  where now_there.sealed is distinct from was.sealed
  on conflict do nothing;
  if found then
    perform private.forget_old_vault_rows();
    for owner_id in select distinct was.user_id from old_rows was loop
      perform private.hold_kept_records(owner_id, tg_table_name);
    end loop;
  end if;
  return null;
end $$;

revoke all on function private.keep_overwritten_records() from public, anon, authenticated, service_role;
