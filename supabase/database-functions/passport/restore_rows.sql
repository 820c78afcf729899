-- Writes up to 1000 rows of an export back: those that are not there are added, those in the trash come back out of it unless the
-- file's are in the trash too. What is there is private.present_row's word: a twin keeps its own id and moment of creation, and stays
-- the twin of that row when it is changed here; rows
-- of a file that could be each other's twins must come with one call. A row that is there and differs stays as it is, unless
-- `overwrite` says that the file's is to take its place, which wants a code or passkey of the last five minutes. Doing it twice
-- changes nothing. Every row becomes the caller's own, whatever it says; versions and times of writing are the database's word.
-- Answers {restored, overwritten, kept, unlinked}: `unlinked` rows named another row that is not there, and are back without that.
create or replace function public.restore_rows(list text, rows jsonb, overwrite boolean default false) returns jsonb
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
  taken text[];
  ids text[];
  own_columns text[];
  changed text;
  comes_back boolean;
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
  ids := array(select value ->> key_column from jsonb_array_elements(rows) where value ->> key_column is not null);
  taken := ids;
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
    present := private.present_row(list, made, key_column, item, owner_id, taken, ids);
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
    -- Compared as the database writes it, so that two ways to write a moment are one.
    execute format('select to_jsonb(said) from jsonb_populate_record(null::%s, $1) said', made) into item using item;
    if item ->> key_column is distinct from present ->> key_column then
      -- Whatever becomes of the row here, it is this row of the file's from now on.
      insert into private.restored_twins as before (user_id, list, file_id, row_id)
      values (owner_id, restore_rows.list, item ->> key_column, present ->> key_column)
      on conflict on constraint restored_twins_pkey do update set row_id = excluded.row_id where before.row_id <> excluded.row_id;
      own_columns := array_remove(own_columns, 'created_at');
      item := item || jsonb_build_object(key_column, present -> key_column);
      taken := taken || (present ->> key_column);
    end if;
    comes_back := present ->> 'deleted_at' is not null and item ->> 'deleted_at' is null;
    if overwrite then
      select string_agg(format('%I = (jsonb_populate_record(null::%s, $1)).%I', name, made, name), ', ') into changed
      from unnest(own_columns) name
      where name not in (key_column, 'version') and item -> name is distinct from present -> name;
    elsif comes_back then
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
    if comes_back then
      restored := restored + 1;
    else
      overwritten := overwritten + 1;
    end if;
  end loop;
  return jsonb_build_object('restored', restored, 'overwritten', overwritten, 'kept', kept, 'unlinked', unlinked);
end $$;

revoke all on function public.restore_rows(text, jsonb, boolean) from public, anon, authenticated, service_role;
grant execute on function public.restore_rows(text, jsonb, boolean) to authenticated;
