-- Adds and changes records of several collections, all of them or none: what an import writes is there as a whole, or not at all,
-- wherever the connection ends. Sealed records are written with the vault's manifest instead: write_vault.

-- Writes neighbouring items of one collection that name the same fields and are all new, or all changes. What cannot be written is
-- halved until it is one record, so that the refusal names it and thousands of others cost two statements instead of one each.
create function private.write_alike(made regclass, owner_id uuid, items jsonb, fields text, given text) returns void
language plpgsql set search_path = ''
as $$
declare
  items_count constant integer := jsonb_array_length(items);
  hit integer;
  code text;
  reason text;
begin
  if items -> 0 -> 'expected_version' is null then
    execute format(
      'insert into %1$s (id, user_id, %2$s)
        select (item ->> ''id'')::uuid, $2, %3$s
        from jsonb_array_elements($1) item, jsonb_populate_record(null::%1$s, item -> ''values'') given
        on conflict (id) do nothing',
      made, fields, given)
    using items, owner_id;
  else
    execute format(
      'update %1$s changed set (%2$s) = (select %3$s from jsonb_populate_record(null::%1$s, item -> ''values'') given)
        from jsonb_array_elements($1) item
        where changed.id = (item ->> ''id'')::uuid and changed.user_id = $2 and changed.version = (item ->> ''expected_version'')::bigint',
      made, fields, given)
    using items, owner_id;
    get diagnostics hit = row_count;
    if hit < items_count then
      raise sqlstate 'PT409' using message = 'A record was changed meanwhile', detail = 'record_changed';
    end if;
  end if;
exception
  when integrity_constraint_violation or data_exception then
    if items_count = 1 then
      get stacked diagnostics code = returned_sqlstate, reason = message_text;
      raise exception using errcode = code, message = reason,
        detail = format('%s %s: %s', items -> 0 ->> 'collection', items -> 0 ->> 'id', reason);
    end if;
    perform private.write_alike(made, owner_id, half.items, fields, given)
    from (
      select jsonb_agg(one.item order by one.place) as items
      from jsonb_array_elements(items) with ordinality as one (item, place)
      group by one.place > items_count / 2
      order by one.place > items_count / 2) half;
end $$;

-- `writes`, in the order in which they are made: [{collection, id, values, expected_version}], up to 10000. Without an expected version
-- a record is added, and one that is there already stays as it is, so that asking twice is asking once. With one it is changed where it
-- has this version, and otherwise nothing of all is written (PT409). Answers with the rows as they are then, in the same order.
create function public.write_records(writes jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('write_records');
  alike record;
  made regclass;
  fields text;
  given text;
  may_be_written boolean;
  rows jsonb;
  answers jsonb[] := '{}';
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
  for alike in
    with named as (
      select item, place, item ->> 'collection' as collection, item -> 'expected_version' is null as is_new,
        (select array_agg(field order by field) from jsonb_object_keys(item -> 'values') field) as names
      from jsonb_array_elements(writes) with ordinality as one (item, place)),
    begun as (
      select named.*, (named.collection, named.is_new, named.names)
        is distinct from lag((named.collection, named.is_new, named.names)) over (order by place) as begins
      from named),
    grouped as (select begun.*, count(*) filter (where begins) over (order by place) as part from begun)
    select min(collection) as collection, bool_and(is_new) as is_new, min(names) as names, jsonb_agg(item order by place) as items
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
    -- What the owner may write by REST, and no column more.
    select string_agg(quote_ident(field), ', '), string_agg('given.' || quote_ident(field), ', '),
      coalesce(bool_and(field not in ('id', 'user_id')
        and pg_catalog.has_column_privilege('authenticated', made, field, case when alike.is_new then 'insert' else 'update' end)), false)
    into fields, given, may_be_written
    from unnest(alike.names) field;
    if not may_be_written then
      raise sqlstate '42501' using message = 'A write names fields, and only those that its owner may write';
    end if;
    perform private.write_alike(made, owner_id, alike.items, fields, given);
    execute format(
      'select jsonb_agg(to_jsonb(there) order by place)
        from jsonb_array_elements($1) with ordinality as one (item, place)
        join %s there on there.id = (item ->> ''id'')::uuid and there.user_id = $2', made)
    into rows using alike.items, owner_id;
    if coalesce(jsonb_array_length(rows), 0) < jsonb_array_length(alike.items) then
      raise sqlstate 'PT409' using message = 'A record was changed meanwhile', detail = 'record_changed';
    end if;
    answers := answers || array(select jsonb_array_elements(rows));
  end loop;
  return to_jsonb(answers);
end $$;

revoke all on function private.write_alike(regclass, uuid, jsonb, text, text), public.write_records(jsonb)
from public, anon, authenticated, service_role;
grant execute on function public.write_records(jsonb) to authenticated;
