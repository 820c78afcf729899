-- Writes records of one table, all new (no `versions`) or all changes, by one statement. `given` holds the values of their fields, one
-- object for each of `ids`; a record has its own of `fields`. What an object leaves out gets its default, or stays as it is. What
-- cannot be written is halved until it is one record, so that the refusal names it and thousands of others cost two statements instead
-- of one each.
create or replace function private.write_alike(made regclass, owner_id uuid, ids uuid[], versions bigint[], given jsonb, fields text[])
returns void
language plpgsql set search_path = ''
as $$
declare
  items_count constant integer := cardinality(ids);
  half constant integer := items_count / 2;
  names text;
  typed_names text;
  new_values text;
  hit integer;
  code text;
  reason text;
begin
  select string_agg(quote_ident(attname), ', '),
    string_agg(format('%I %s', attname, pg_catalog.format_type(atttypid, atttypmod)), ', '),
    string_agg(format('case when item.given ? %L then item.%I else %s end', attname, attname,
      case
        when versions is null then coalesce(pg_catalog.pg_get_expr(preset.adbin, preset.adrelid), 'null')
        else 'changed.' || quote_ident(attname)
      end), ', ')
  into names, typed_names, new_values
  from pg_catalog.pg_attribute left join pg_catalog.pg_attrdef preset on preset.adrelid = attrelid and preset.adnum = attnum
  where attrelid = made and attname = any (fields);
  execute format(
    case
      when versions is null then 'insert into %1$s (id, user_id, %2$s) select item.written_id, $4, %3$s from %4$s on conflict (id) do nothing'
      else
        'update %1$s changed set (%2$s) = row(%3$s) from %4$s
          where changed.id = item.written_id and changed.user_id = $4 and changed.version = item.written_version'
    end,
    made, names, new_values,
    format('rows from (jsonb_to_recordset($1) as (%s), jsonb_array_elements($1), unnest($2), unnest($3))
      as item (%s, given, written_id, written_version)', typed_names, names))
  using given, ids, versions, owner_id;
  get diagnostics hit = row_count;
  if versions is not null and hit < items_count then
    raise sqlstate 'PT409' using message = 'A record was changed meanwhile', detail = 'record_changed';
  end if;
exception
  when integrity_constraint_violation or data_exception then
    if items_count = 1 then
      get stacked diagnostics code = returned_sqlstate, reason = message_text;
      raise exception using errcode = code, message = reason,
        detail = format('%s %s: %s', (select relname from pg_catalog.pg_class where oid = made), ids[1], reason);
    end if;
    perform private.write_alike(made, owner_id, ids[:half], versions[:half], part.first, fields),
      private.write_alike(made, owner_id, ids[half + 1:], versions[half + 1:], part.second, fields)
    from (
      select jsonb_agg(item order by place) filter (where place <= half) as first,
        jsonb_agg(item order by place) filter (where place > half) as second
      from jsonb_array_elements(given) with ordinality one (item, place)) part;
end $$;

revoke all on function private.write_alike(regclass, uuid, uuid[], bigint[], jsonb, text[])
from public, anon, authenticated, service_role;
