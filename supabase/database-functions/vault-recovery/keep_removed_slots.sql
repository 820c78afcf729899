-- A way in that opens everything. A device's opens the list, with a code: it comes and goes without a proof. What goes with its
-- vault, as when everything is deleted, is not kept.
create or replace function private.keep_removed_slots() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.vault_removed (user_id, source, key, how, vault_id, epoch, kept)
  select was.user_id, 'slot', was.id::text, 'removed', vault.vault_id, vault.epoch, to_jsonb(was)
  from old_rows was join private.vaults vault on vault.user_id = was.user_id;
  perform private.forget_old_vault_rows();
  if exists (select from old_rows was where was.kind <> 'device') then
    perform private.require_vault_proof();
  end if;
  return null;
end $$;

revoke all on function private.keep_removed_slots() from public, anon, authenticated, service_role;
