-- Adds and changes records of several collections, all of them or none: what an import writes is there as a whole, or not at all,
-- wherever the connection ends. Sealed records are written with the vault's manifest instead: write_vault.
--
-- `writes`, in the order in which they are made: [{collection, id, values, expected_version}], up to 10000. Without an expected version
-- a record is added, and one that is there already stays as it is, so that asking twice is asking once. With one it is changed where it
-- has this version, and otherwise nothing of all is written (PT409). Answers with the rows as they are then, in the same order: as json,
-- which costs a small part of what jsonb of thousands of rows does.
create or replace function public.write_records(writes jsonb) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('write_records');
  alike record;
  made regclass;
  fields text[];
  may_be_written boolean;
  rows_count bigint;
  rows_text text;
  answers text[] := '{}';
begin
  if jsonb_typeof(writes) is distinct from 'array' then
    raise sqlstate 'PT400' using message = '"writes" must be a list';
  end if;
  if jsonb_array_length(writes) > 10000 then
    raise sqlstate 'PT413' using message = '"writes" may hold at most 10000 items';
  end if;
  if exists (
    select from jsonb_array_elements(writes) item
    where not coalesce(
      jsonb_typeof(item) = 'object' and pg_catalog.pg_input_is_valid(item ->> 'id', 'uuid') and jsonb_typeof(item -> 'values') = 'object'
      and (item -> 'expected_version' is null or item ->> 'expected_version' ~ '^[1-9][0-9]{0,17}$'), false))
  then
    raise sqlstate 'PT400' using message = 'A write names a record, the values of its fields, and the version that it changes';
  end if;
  -- Neighbours of one collection that are all new, or all changes, are one statement, whichever fields each of them names.
  for alike in
    with named as materialized (
      select place, (item ->> 'id')::uuid as id, (item ->> 'expected_version')::bigint as version, item -> 'values' as given,
        item ->> 'collection' as collection
      from jsonb_array_elements(writes) with ordinality as one (item, place)),
    begun as (
      select named.*, (named.collection, named.version is null)
        is distinct from lag((named.collection, named.version is null)) over (order by place) as begins
      from named),
    grouped as (select begun.*, count(*) filter (where begins) over (order by place) as part from begun)
    select min(collection) as collection, array_agg(id order by place) as ids,
      case when min(version) is not null then array_agg(version order by place) end as versions, jsonb_agg(given order by place) as given
    from grouped group by part order by part
  loop
    made := null;
    select mark.tgrelid::regclass into made
    from pg_catalog.pg_trigger mark join pg_catalog.pg_class relation on relation.oid = mark.tgrelid
    where mark.tgname = 'touch_record' and relation.relname = alike.collection and relation.relnamespace = 'public'::regnamespace
      and not exists (select from pg_catalog.pg_trigger seal where seal.tgrelid = mark.tgrelid and seal.tgname = 'judge_sealed');
    if made is null then
      raise sqlstate 'PT404' using message = 'There is no such collection';
    end if;
    fields := array(select distinct field from jsonb_array_elements(alike.given) one, jsonb_object_keys(one) field);
    -- What the owner may write by REST, and no column more.
    select bool_and(field not in ('id', 'user_id') and pg_catalog.has_column_privilege('authenticated', made, field,
        case when alike.versions is null then 'insert' else 'update' end))
      and not exists (select from jsonb_array_elements(alike.given) one where one = '{}')
    into may_be_written
    from unnest(fields) field;
    if may_be_written is not true then
      raise sqlstate '42501' using message = 'A write names fields, and only those that its owner may write';
    end if;
    perform private.write_alike(made, owner_id, alike.ids, alike.versions, alike.given, fields);
    execute format(
      'select count(*), string_agg(to_json(there)::text, '','' order by place)
        from unnest($1) with ordinality as one (id, place) join %s there on there.id = one.id and there.user_id = $2', made)
    into rows_count, rows_text using alike.ids, owner_id;
    if rows_count < cardinality(alike.ids) then
      raise sqlstate 'PT409' using message = 'A record was changed meanwhile', detail = 'record_changed';
    end if;
    answers := answers || rows_text;
  end loop;
  return ('[' || array_to_string(answers, ',') || ']')::json;
end $$;

revoke all on function public.write_records(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.write_records(jsonb) to authenticated;
