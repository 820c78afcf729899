-- Sealed records are listed in the vault's manifest, and written with it: one function writes row and listing in one
-- transaction, under the vault's lock and against the expected epoch, so that neither is ever there without the other.

-- The manifest's parts: head -1, entries 0 to 63, records 64 to 127.
alter table private.vault_parts drop constraint vault_parts_part_check;
alter table private.vault_parts add constraint vault_parts_part_check check (part between -1 and 127);

-- The database's word still: a version goes up with each write. It may go up by more than one, where a record is written over
-- that the manifest knew in a later version than its row has; no client is granted the column.
create or replace function private.touch_record() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.version := greatest(old.version + 1, new.version);
  -- The clock's time and not the transaction's: readers ask for what was written since they last asked.
  new.updated_at := clock_timestamp();
  return new;
end $$;

-- Takes from clients what private.make_owner_table granted: a sealed table is read by its owner, and written with the manifest.
create function private.write_with_manifest_only(made regclass) returns void
language plpgsql set search_path = ''
as $$
declare
  kind constant text := (select relname from pg_catalog.pg_class where oid = made);
begin
  execute format('revoke insert, update, delete on table %s from authenticated', made);
  execute format('drop policy %I on %s', format('The owner adds %s in a full session', kind), made);
  execute format('drop policy %I on %s', format('The owner changes %s in a full session', kind), made);
end $$;
revoke all on function private.write_with_manifest_only(regclass) from public, anon, authenticated, service_role;

create or replace function private.make_sealed_table(made regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.make_owner_table(made);
  execute format($sql$
    alter table %1$s
      add constraint "A sealed record is a text of the vault, not of a later version" check (
        case when octet_length(sealed) <= 1048576
          and sealed ~ '^r2\.[A-Za-z0-9_-]{22}\.[1-9][0-9]{0,14}\.[A-Za-z0-9_-]{123,}$'
          then split_part(sealed, '.', 3)::bigint <= version else false end),
      add constraint "A sealed record says nothing readable about where it came from"
        check (num_nonnulls(import_batch_id, source, external_id) = 0)
  $sql$, made);
  execute format('create trigger judge_sealed before insert or update of sealed on %s for each row execute function private.judge_sealed()',
    made);
  perform private.write_with_manifest_only(made);
end $$;

select private.write_with_manifest_only('public.notes');

-- The table that private.make_sealed_table made of this name: what a client calls a collection is looked up, never executed.
create function private.sealed_table(name text) returns regclass
language plpgsql stable set search_path = ''
as $$
declare
  made regclass;
begin
  select relation.oid::regclass into made from pg_catalog.pg_class relation
  join pg_catalog.pg_trigger mark on mark.tgrelid = relation.oid and mark.tgname = 'judge_sealed'
  where relation.relnamespace = 'public'::regnamespace and relation.relname = sealed_table.name;
  if made is null then
    raise sqlstate 'PT400' using message = 'There is no such collection of sealed records';
  end if;
  return made;
end $$;

-- Writes the rows of a change: [{collection, id, expected_version|null, version, sealed?, created_at?, deleted_at}]. A row that
-- has another version, or is there where none may be, refuses the whole change and is named, so that its writer can merge.
create function private.put_vault_records(owner_id uuid, records jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  written record;
  made regclass;
  hit integer;
begin
  if jsonb_typeof(records) <> 'array' then
    raise sqlstate 'PT400' using message = '"records" of a change must be a list';
  end if;
  if jsonb_array_length(records) > 2000 then
    raise sqlstate 'PT413' using message = '"records" of a change may hold at most 2000 items';
  end if;
  for written in
    select * from jsonb_to_recordset(records) as item (
      collection text, id uuid, expected_version bigint, version bigint, sealed text, created_at timestamptz, deleted_at timestamptz)
  loop
    made := private.sealed_table(written.collection);
    if written.version is null or written.version <= coalesce(written.expected_version, 0) then
      raise sqlstate 'PT400' using message = 'The version that a write makes is a later one';
    end if;
    if written.expected_version is null then
      execute format('insert into %s (id, user_id, version, sealed, created_at, deleted_at) values ($1, $2, $3, $4, coalesce($5, now()), $6)
        on conflict (id) do nothing', made)
      using written.id, owner_id, written.version, written.sealed, written.created_at, written.deleted_at;
    elsif written.sealed is null then
      -- The text stays as it is, which may be one that nobody can open: it is not judged again.
      execute format('update %s set deleted_at = $1, version = $2 where id = $3 and user_id = $4 and version = $5', made)
      using written.deleted_at, written.version, written.id, owner_id, written.expected_version;
    else
      execute format('update %s set sealed = $1, deleted_at = $2, version = $3 where id = $4 and user_id = $5 and version = $6', made)
      using written.sealed, written.deleted_at, written.version, written.id, owner_id, written.expected_version;
    end if;
    get diagnostics hit = row_count;
    if hit = 0 then
      raise sqlstate 'PT409' using message = 'A record was changed meanwhile',
        detail = format('record_changed %s %s', written.collection, written.id);
    end if;
  end loop;
end $$;

-- What the database says of the rows of a change: [{collection, id, version, created_at, updated_at, deleted_at}].
create function private.vault_records_answer(owner_id uuid, records jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  written record;
  found_row jsonb;
  answer jsonb := '[]';
begin
  for written in select * from jsonb_to_recordset(records) as item (collection text, id uuid) loop
    execute format('select jsonb_build_object(''collection'', $3, ''id'', id, ''version'', version, ''created_at'', created_at,
      ''updated_at'', updated_at, ''deleted_at'', deleted_at) from %s where id = $1 and user_id = $2',
      private.sealed_table(written.collection))
    into found_row using written.id, owner_id, written.collection;
    if found_row is not null then
      answer := answer || found_row;
    end if;
  end loop;
  return answer;
end $$;

-- Writes one change, whole or not at all, made from the state of `expected_epoch`. From any other state it is refused
-- with the present epoch in `details`. The newest change sent again gets its answer again. A change with `records` is
-- answered with what the database says of their rows.
create or replace function public.write_vault(expected_epoch bigint, change_id uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('write_vault');
  records constant jsonb := coalesce(change -> 'records', '[]');
  present private.vaults;
  reached bigint;
begin
  select * into present from private.vaults vault where vault.user_id = owner_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no vault', detail = 'vault_missing';
  end if;
  if write_vault.change_id is null or write_vault.expected_epoch is null then
    raise sqlstate 'PT400' using message = 'A change must name its id and the epoch it was made from';
  end if;
  reached := write_vault.expected_epoch + 1;
  if present.last_change_id is distinct from write_vault.change_id or present.epoch <> reached then
    if present.epoch <> write_vault.expected_epoch then
      raise sqlstate 'PT409' using message = 'The vault was changed meanwhile', detail = present.epoch::text;
    end if;
    update private.vaults vault set epoch = reached, last_change_id = write_vault.change_id where vault.user_id = owner_id;
    perform private.put_vault_contents(owner_id, change);
    perform private.put_vault_records(owner_id, records);
  end if;
  if records = '[]' then
    return jsonb_build_object('epoch', reached);
  end if;
  return jsonb_build_object('epoch', reached, 'records', private.vault_records_answer(owner_id, records));
end $$;

revoke all on function
  private.sealed_table(text), private.put_vault_records(uuid, jsonb), private.vault_records_answer(uuid, jsonb)
from public, anon, authenticated, service_role;
