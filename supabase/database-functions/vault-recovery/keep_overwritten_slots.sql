create or replace function private.keep_overwritten_slots() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.vault_removed (user_id, source, key, how, vault_id, epoch, kept)
  select was.user_id, 'slot', was.id::text, 'overwritten', vault.vault_id, vault.epoch, to_jsonb(was)
  from old_rows was
  join new_rows now_there on now_there.id = was.id
  join private.vaults vault on vault.user_id = was.user_id
  where (was.kind, was.key_id, was.parameters, was.wrapped)
      is distinct from (now_there.kind, now_there.key_id, now_there.parameters, now_there.wrapped)
    and private.keeps_copy(was.user_id, 'slot', was.id::text);
  perform private.forget_old_vault_rows();
  if exists (
    select from old_rows was join new_rows now_there on now_there.id = was.id
    where was.kind <> 'device' and (was.kind, was.key_id, was.parameters, was.wrapped)
      is distinct from (now_there.kind, now_there.key_id, now_there.parameters, now_there.wrapped)
  ) then
    perform private.require_vault_proof();
  end if;
  return null;
end $$;

revoke all on function private.keep_overwritten_slots() from public, anon, authenticated, service_role;
