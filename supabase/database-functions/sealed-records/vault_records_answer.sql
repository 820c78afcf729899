-- What the database says of the rows of a change: [{collection, id, version, created_at, updated_at, deleted_at}].
create or replace function private.vault_records_answer(owner_id uuid, records jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  alike record;
  found_rows jsonb;
  answers jsonb := '[]';
begin
  for alike in
    select one.collection, array_agg(one.id) as ids, array_agg(one.place) as places
    from rows from (jsonb_to_recordset(records) as (collection text, id uuid)) with ordinality as one (collection, id, place)
    group by one.collection
  loop
    execute format(
      'select jsonb_agg(jsonb_build_object(''place'', given.place, ''row'', jsonb_build_object(''collection'', $4, ''id'', there.id,
        ''version'', there.version, ''created_at'', there.created_at, ''updated_at'', there.updated_at, ''deleted_at'', there.deleted_at)))
      from unnest($2, $3) as given (id, place) join %s there on there.id = given.id and there.user_id = $1',
      private.sealed_table(alike.collection))
    into found_rows using owner_id, alike.ids, alike.places, alike.collection;
    answers := answers || coalesce(found_rows, '[]');
  end loop;
  return coalesce((
    select jsonb_agg(answer -> 'row' order by (answer ->> 'place')::integer) from jsonb_array_elements(answers) answer), '[]');
end $$;

revoke all on function private.vault_records_answer(uuid, jsonb) from public, anon, authenticated, service_role;
