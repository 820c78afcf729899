-- The owner's row that is the same as a row of a file, locked: the one of its id, otherwise the one that it was found to be before
-- (private.restored_twins), otherwise a twin (private.twin_columns), a living one first. `taken`: ids that are spoken for, because rows
-- of the file have them or were found to be the same as theirs. `given`: the ids of all rows that come with this one: what was found for
-- another of them before is no twin of this one. Null where there is none.
create or replace function private.present_row(
  list text, made regclass, key_column text, item jsonb, owner_id uuid, taken text[], given text[]) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  present jsonb;
  twin_columns constant text[] := private.twin_columns(made);
  known constant text := (
    select before.row_id from private.restored_twins before
    where before.user_id = owner_id and before.list = present_row.list and before.file_id = item ->> key_column
      and before.row_id <> all (taken));
begin
  execute format('select to_jsonb(there) from %s there where %I = (jsonb_populate_record(null::%s, $1)).%I and user_id = $2 for update',
    made, key_column, made, key_column) into present using item, owner_id;
  if present is null and known is not null then
    execute format('select to_jsonb(there) from %s there where %I::text = $1 and user_id = $2 for update', made, key_column)
    into present using known, owner_id;
  end if;
  if present is null and twin_columns <> '{}' then
    execute format('select to_jsonb(there) from %s there, jsonb_populate_record(null::%s, $1) said
      where there.user_id = $2 and there.%I::text <> all ($3) and there.%I::text <> all ($4) and %s
      order by there.deleted_at is not null, there.created_at, there.%I limit 1 for update of there',
      made, made, key_column, key_column,
      (select string_agg(format('there.%I is not distinct from said.%I', name, name), ' and ') from unnest(twin_columns) name), key_column)
    into present using item, owner_id, taken, array(
      select before.row_id from private.restored_twins before
      where before.user_id = owner_id and before.list = present_row.list and before.file_id = any (given)
        and before.file_id is distinct from item ->> key_column);
  end if;
  return present;
end $$;

revoke all on function private.present_row(text, regclass, text, jsonb, uuid, text[], text[]) from public, anon, authenticated, service_role;
