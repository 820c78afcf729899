-- An epoch never goes down, whoever writes: a restored backup makes a new database, not an older row.
create or replace function private.keep_vault_epoch() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.epoch < old.epoch then
    raise exception 'the epoch of a vault goes up only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

revoke all on function private.keep_vault_epoch() from public, anon, authenticated, service_role;
