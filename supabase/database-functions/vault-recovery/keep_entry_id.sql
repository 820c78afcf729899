-- An entry keeps its id: otherwise an update would be a removal that nobody sees.
create or replace function private.keep_entry_id() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.id is distinct from old.id or new.user_id is distinct from old.user_id then
    raise exception 'an entry keeps its id and its owner' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

revoke all on function private.keep_entry_id() from public, anon, authenticated, service_role;
