-- The table of this name whose rows a restore writes: what a client calls a list is looked up, never executed.
create or replace function private.restorable_table(name text) returns regclass
language plpgsql stable set search_path = ''
as $$
declare
  made regclass;
begin
  select relation.oid::regclass into made from pg_catalog.pg_class relation
  where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r' and relation.relname = restorable_table.name
    and (relation.relname in ('notifications', 'notification_preferences', 'wishes')
      or exists (select from pg_catalog.pg_trigger mark where mark.tgrelid = relation.oid and mark.tgname = 'touch_record'))
    and not exists (select from pg_catalog.pg_trigger mark where mark.tgrelid = relation.oid and mark.tgname = 'judge_sealed');
  if made is null then
    raise sqlstate 'PT400' using message = 'There is no list of this name to restore';
  end if;
  return made;
end $$;

revoke all on function private.restorable_table(text) from public, anon, authenticated, service_role;
