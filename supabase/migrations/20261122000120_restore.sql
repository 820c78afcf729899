-- A restore of the account's export: rows of the file come back into the owner's tables. Sealed records come back through
-- write_vault, the log not at all (it is append only), and the vault by its own export.

-- The table of this name whose rows a restore writes: what a client calls a list is looked up, never executed.
create function private.restorable_table(name text) returns regclass
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

-- A row without the links that lead nowhere: to what is not there, or to itself. Links that must be there stay, and the row is
-- refused for them.
create function private.without_lost_links(made regclass, item jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  link record;
  leads boolean;
begin
  for link in
    select from_column.attname as column_name, bond.confrelid::regclass as target, to_column.attname as target_column
    from pg_catalog.pg_constraint bond
    join pg_catalog.pg_attribute from_column on from_column.attrelid = bond.conrelid and from_column.attnum = bond.conkey[1]
    join pg_catalog.pg_attribute to_column on to_column.attrelid = bond.confrelid and to_column.attnum = bond.confkey[1]
    where bond.conrelid = made and bond.contype = 'f' and cardinality(bond.conkey) = 1 and not from_column.attnotnull
      and from_column.attname <> 'user_id'
  loop
    if item ->> link.column_name is not null then
      execute format('select exists (select from %s target where target.%I = (jsonb_populate_record(null::%s, $1)).%I)',
        link.target, link.target_column, made, link.column_name) into leads using item;
      if not leads or item ->> link.column_name = item ->> 'id' then
        item := item || jsonb_build_object(link.column_name, null);
      end if;
    end if;
  end loop;
  return item;
end $$;

-- Writes up to 1000 rows of an export back: those that are not there are added, those in the trash come back out of it. A row that
-- is there and differs stays as it is, unless `overwrite` says that the file's is to take its place, which wants a code or passkey
-- of the last five minutes. Doing it twice changes nothing. Every row becomes the caller's own, whatever it says; versions and
-- times of writing are the database's word. Answers {restored, overwritten, kept, unlinked}: `unlinked` rows named another row that
-- is not there, and are back without that.
create function public.restore_rows(list text, rows jsonb, overwrite boolean default false) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('restore_rows');
  made constant regclass := private.restorable_table(list);
  key_column constant text := (
    select attname from pg_catalog.pg_index, pg_catalog.pg_attribute
    where indrelid = made and indisprimary and attrelid = made and attnum = indkey[0]);
  given jsonb;
  item jsonb;
  present jsonb;
  own_columns text[];
  changed text;
  restored integer := 0;
  overwritten integer := 0;
  kept integer := 0;
  unlinked integer := 0;
  hit integer;
begin
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 1000 then
    raise sqlstate 'PT400' using message = '"rows" must be a list of at most 1000';
  end if;
  if overwrite then
    perform private.require_fresh_verification('-infinity');
  end if;
  for given in select value from jsonb_array_elements(rows) loop
    if jsonb_typeof(given) <> 'object' then
      raise sqlstate 'PT400' using message = 'A row must be an object';
    end if;
    -- What the file does not name keeps its default.
    own_columns := array(
      select attname::text from pg_catalog.pg_attribute
      where attrelid = made and attnum > 0 and not attisdropped and attgenerated = '' and given ? attname::text
        and attname not in ('user_id', 'updated_at'));
    item := private.without_lost_links(made, given || jsonb_build_object('user_id', owner_id));
    if item is distinct from given || jsonb_build_object('user_id', owner_id) then
      unlinked := unlinked + 1;
    end if;
    execute format('select to_jsonb(there) from %s there where %I = (jsonb_populate_record(null::%s, $1)).%I and user_id = $2 for update',
      made, key_column, made, key_column) into present using item, owner_id;
    if present is null then
      execute format('insert into %s (user_id %s) select $2 %s from jsonb_populate_record(null::%s, $1) on conflict do nothing', made,
        (select coalesce(string_agg(format(', %I', name), '' order by name), '') from unnest(own_columns) name),
        (select coalesce(string_agg(format(', %I', name), '' order by name), '') from unnest(own_columns) name), made)
      using item, owner_id;
      get diagnostics hit = row_count;
      restored := restored + hit;
      kept := kept + 1 - hit;
      continue;
    end if;
    if overwrite then
      -- Compared as the database writes it, so that two ways to write a moment are one.
      execute format('select to_jsonb(said) from jsonb_populate_record(null::%s, $1) said', made) into item using item;
      select string_agg(format('%I = (jsonb_populate_record(null::%s, $1)).%I', name, made, name), ', ') into changed
      from unnest(own_columns) name
      where name not in (key_column, 'version') and item -> name is distinct from present -> name;
    elsif present ->> 'deleted_at' is not null then
      changed := 'deleted_at = null';
    else
      changed := null;
    end if;
    if changed is null then
      kept := kept + 1;
      continue;
    end if;
    execute format('update %s set %s where %I = (jsonb_populate_record(null::%s, $1)).%I and user_id = $2',
      made, changed, key_column, made, key_column) using item, owner_id;
    if present ->> 'deleted_at' is not null then
      restored := restored + 1;
    else
      overwritten := overwritten + 1;
    end if;
  end loop;
  return jsonb_build_object('restored', restored, 'overwritten', overwritten, 'kept', kept, 'unlinked', unlinked);
end $$;

revoke all on function
  private.restorable_table(text), private.without_lost_links(regclass, jsonb), public.restore_rows(text, jsonb, boolean)
from public, anon, authenticated, service_role;
grant execute on function public.restore_rows(text, jsonb, boolean) to authenticated;
