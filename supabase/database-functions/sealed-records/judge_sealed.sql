-- Sealed records: rows whose fields only the owner's browser can read, under the keys of the open vault. The database sees
-- how many there are, when each was written, and its length in steps of 64 bytes.
--
-- Refuses a text under a key that the vault no longer has: when the vault was given another key, a device that does not know
-- it yet must not write what nobody could read once the old key is gone. Without a vault there is no key to compare.
create or replace function private.judge_sealed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.vault_slots slot where slot.user_id = new.user_id)
    and not exists (
      select from private.vault_slots slot
      where slot.user_id = new.user_id and slot.key_id = split_part(new.sealed, '.', 2))
  then
    raise exception 'The vault has been given another key. Lock it, unlock it, and try again.' using errcode = '23514';
  end if;
  return new;
end $$;

revoke all on function private.judge_sealed() from public, anon, authenticated, service_role;
