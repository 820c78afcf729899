-- The table that private.make_sealed_table made of this name: what a client calls a collection is looked up, never executed.
create or replace function private.sealed_table(name text) returns regclass
language plpgsql stable set search_path = ''
as $$
declare
  made regclass;
begin
  select relation.oid::regclass into made from pg_catalog.pg_class relation
  join pg_catalog.pg_trigger mark on mark.tgrelid = relation.oid and mark.tgname = 'judge_sealed'
  where relation.relnamespace = 'public'::regnamespace and relation.relname = sealed_table.name;
  if made is null then
    raise sqlstate 'PT400' using message = 'There is no such collection of sealed records';
  end if;
  return made;
end $$;

revoke all on function private.sealed_table(text) from public, anon, authenticated, service_role;
