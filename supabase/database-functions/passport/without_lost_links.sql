-- A row without the links that lead nowhere: to what is not there, or to itself. Links that must be there stay, and the row is
-- refused for them.
create or replace function private.without_lost_links(made regclass, item jsonb) returns jsonb
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

revoke all on function private.without_lost_links(regclass, jsonb) from public, anon, authenticated, service_role;
