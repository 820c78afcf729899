-- An entry is dated when it arrives, by the database's clock and for good. The machine itself, which speaks for no account, may date one.
create or replace function private.date_vault_entry() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if private.caller_id() is null then
    return new;
  end if;
  new.added_at := case when tg_op = 'INSERT' then clock_timestamp() else old.added_at end;
  return new;
end $$;

revoke all on function private.date_vault_entry() from public, anon, authenticated, service_role;

create or replace trigger date_vault_entry before insert or update on public.vault_entries
  for each row execute function private.date_vault_entry();
