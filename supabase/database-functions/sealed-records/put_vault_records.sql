-- Writes the rows of a change: [{collection, id, expected_version|null, version, sealed?, created_at?, deleted_at, brings_back?}]. A
-- row that has another version, or is there where none may be, refuses the whole change and is named, so that its writer can merge. A
-- record with `brings_back` is written over with a copy of itself that was kept, so that what it replaces is kept whatever else was
-- kept of that record today.
--
-- Records of a collection that are written in the same way are one statement, which costs a small part of one for each: an import of
-- 1,000 notes has to end far below the limit of a request. A record that is named twice is written in as many rounds.
create or replace function private.put_vault_records(owner_id uuid, records jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  alike record;
  statement text;
  refused bigint;
begin
  if jsonb_typeof(records) <> 'array' then
    raise sqlstate 'PT400' using message = '"records" of a change must be a list';
  end if;
  if jsonb_array_length(records) > 2000 then
    raise sqlstate 'PT413' using message = '"records" of a change may hold at most 2000 items';
  end if;
  for alike in
    select item.collection, item.way, array_agg(item.id order by item.place) as ids,
      array_agg(item.expected_version order by item.place) as expected_versions, array_agg(item.version order by item.place) as versions,
      array_agg(item.sealed order by item.place) as texts, array_agg(item.created_at order by item.place) as created,
      array_agg(item.deleted_at order by item.place) as deleted
    from (
      select one.*, row_number() over (partition by one.collection, one.id order by one.place) as round,
        case
          when one.expected_version is null then 'add'
          when one.sealed is null then 'move'
          when one.brings_back then 'bring back'
          else 'overwrite'
        end as way
      from rows from (
        jsonb_to_recordset(records) as (
          collection text, id uuid, expected_version bigint, version bigint, sealed text, created_at timestamptz, deleted_at timestamptz,
          brings_back boolean)
      ) with ordinality as one (collection, id, expected_version, version, sealed, created_at, deleted_at, brings_back, place)) item
    group by item.round, item.collection, item.way
    order by item.round, min(item.place)
  loop
    if exists (
      select from unnest(alike.versions, alike.expected_versions) as given (version, expected_version)
      where given.version is null or given.version <= coalesce(given.expected_version, 0))
    then
      raise sqlstate 'PT400' using message = 'The version that a write makes is a later one';
    end if;
    perform set_config('castellan.brings_back', case when alike.way = 'bring back' then 'on' else 'off' end, true);
    statement := case
      when alike.way = 'add' then
        'insert into %s (id, user_id, version, sealed, created_at, deleted_at)
          select id, $1, version, sealed, coalesce(created_at, now()), deleted_at from given order by place
          on conflict (id) do nothing returning id'
      else
        -- A text that stays may be one that nobody can open: it is not named, and so not judged again.
        'update %s changed set ' || case when alike.way = 'move' then '' else 'sealed = given.sealed, ' end
        || 'deleted_at = given.deleted_at, version = given.version from given
          where changed.id = given.id and changed.user_id = $1 and changed.version = given.expected_version returning changed.id'
    end;
    execute format(
      'with given as (
        select * from unnest($2, $3, $4, $5, $6, $7) with ordinality
          as one (id, expected_version, version, sealed, created_at, deleted_at, place)),
      written as (' || statement || ')
      select min(given.place) from given left join written on written.id = given.id where written.id is null',
      private.sealed_table(alike.collection))
    into refused
    using owner_id, alike.ids, alike.expected_versions, alike.versions, alike.texts, alike.created, alike.deleted;
    if refused is not null then
      raise sqlstate 'PT409' using message = 'A record was changed meanwhile',
        detail = format('record_changed %s %s', alike.collection, alike.ids[refused]);
    end if;
  end loop;
end $$;

revoke all on function private.put_vault_records(uuid, jsonb) from public, anon, authenticated, service_role;
