-- The owner's row that is the same as a row of a file, locked: the one of its id, otherwise a twin (private.twin_columns), a living
-- one first. `taken`: ids that are spoken for, because rows of the file have them or were found to be the same as theirs. Null where
-- there is none.
create or replace function private.present_row(made regclass, key_column text, item jsonb, owner_id uuid, taken text[]) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  present jsonb;
  twin_columns constant text[] := private.twin_columns(made);
begin
  execute format('select to_jsonb(there) from %s there where %I = (jsonb_populate_record(null::%s, $1)).%I and user_id = $2 for update',
    made, key_column, made, key_column) into present using item, owner_id;
  if present is null and twin_columns <> '{}' then
    execute format('select to_jsonb(there) from %s there, jsonb_populate_record(null::%s, $1) said
      where there.user_id = $2 and there.%I::text <> all ($3) and %s
      order by there.deleted_at is not null, there.created_at, there.%I limit 1 for update of there',
      made, made, key_column,
      (select string_agg(format('there.%I is not distinct from said.%I', name, name), ' and ') from unnest(twin_columns) name), key_column)
    into present using item, owner_id, taken;
  end if;
  return present;
end $$;

revoke all on function private.present_row(regclass, text, jsonb, uuid, text[]) from public, anon, authenticated, service_role;
