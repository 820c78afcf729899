-- Sealed records: rows whose fields only the owner's browser can read, under the keys of the open vault. The database sees
-- how many there are, when each was written, and its length in steps of 64 bytes.

-- Refuses a text under a key that the vault no longer has: when the vault was given another key, a device that does not know
-- it yet must not write what nobody could read once the old key is gone. Without a vault there is no key to compare.
create function private.judge_sealed() returns trigger
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

-- Makes a table with the one column `sealed` the owner's (private.make_owner_table), with what holds for sealed records:
-- a text of the vault's form, for no later version than the row has, and nothing readable about where it came from.
create function private.make_sealed_table(made regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.make_owner_table(made);
  execute format($sql$
    alter table %1$s
      add constraint "A sealed record is a text of the vault, not of a later version" check (
        case when octet_length(sealed) <= 1048576
          and sealed ~ '^r2\.[A-Za-z0-9_-]{22}\.[1-9][0-9]{0,14}\.[A-Za-z0-9_-]{123,}$'
          then split_part(sealed, '.', 3)::bigint <= version else false end),
      add constraint "A sealed record says nothing readable about where it came from"
        check (num_nonnulls(import_batch_id, source, external_id) = 0)
  $sql$, made);
  execute format('create trigger judge_sealed before insert or update of sealed on %s for each row execute function private.judge_sealed()',
    made);
end $$;
revoke all on function private.make_sealed_table(regclass) from public, anon, authenticated, service_role;

-- Notes ----------------------------------------------------------------------------------------------------------

create table public.notes (
  -- Title, text, colour, whether it is pinned: docs/vault-security.md.
  sealed text not null
);
select private.make_sealed_table('public.notes');
