-- What is overwritten or removed of other apps' sealed records stays 30 days where only the owner can bring it back, as entries of
-- the vault do; and who deletes more than 20 records of one kind for good within an hour proves who they are once more.
--
-- One rule for every table of private.make_sealed_table: of each row the first text that is overwritten on a day (UTC) is kept, and
-- the text that is deleted. Triggers decide, so that it holds whichever way a row is written.

alter table private.vault_removed
  drop constraint vault_removed_source_check,
  add constraint vault_removed_source_check check (source in ('entry', 'slot', 'part', 'link', 'record')),
  drop constraint vault_removed_how_check,
  -- 'replaced': by a copy that its owner brought back.
  add constraint vault_removed_how_check check (how in ('removed', 'overwritten', 'replaced')),
  -- Of a record its table, and the characters of its text.
  add column collection text,
  add column size integer not null default 0,
  add column day date not null generated always as ((removed_at at time zone 'utc')::date) stored,
  add constraint "A kept record names its collection" check ((source = 'record') = (collection is not null));

-- One copy of each record, day and cause; what its owner replaces by bringing another copy back is kept each time.
create unique index vault_removed_record on private.vault_removed (user_id, collection, day, key, how)
  where source = 'record' and how <> 'replaced';

-- How much is kept of records, so that no write has to count it.
create table private.kept_records (
  user_id uuid primary key references auth.users (id) on delete cascade,
  characters bigint not null
);
alter table private.kept_records enable row level security;
revoke all on table private.kept_records from public, anon, authenticated, service_role;

create function private.count_kept_records() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.kept_records as sum (user_id, characters)
    select copy.user_id, sum(copy.size) from changed_rows copy where copy.source = 'record' group by copy.user_id
    on conflict (user_id) do update set characters = sum.characters + excluded.characters;
  else
    update private.kept_records sum set characters = sum.characters - gone.size
    from (select copy.user_id, sum(copy.size) as size from changed_rows copy where copy.source = 'record' group by copy.user_id) gone
    where sum.user_id = gone.user_id;
  end if;
  return null;
end $$;

create trigger count_kept_records after insert on private.vault_removed
  referencing new table as changed_rows for each statement execute function private.count_kept_records();
create trigger count_dropped_records after delete on private.vault_removed
  referencing old table as changed_rows for each statement execute function private.count_kept_records();

-- As before, and cheap where there is nothing to forget, whatever the planner thinks of the table: each kept text asks.
create or replace function private.forget_old_vault_rows() returns void
language plpgsql set search_path = ''
as $$
declare
  until constant timestamptz := clock_timestamp() - interval '30 days';
begin
  if (select min(kept.removed_at) from private.vault_removed kept) < until then
    delete from private.vault_removed old where old.removed_at < until;
  end if;
end $$;

-- Drops the oldest copies of records that were made before `until`, as many as hold so many characters; answers how many these held.
create function private.drop_oldest_records(owner_id uuid, wanted bigint, until timestamptz) returns bigint
language sql set search_path = ''
as $$
  with dropped as (
    delete from private.vault_removed copy
    where copy.id in (
      select older.id
      from (
        select kept.id, sum(kept.size) over (order by kept.id) - kept.size as before
        from private.vault_removed kept
        where kept.user_id = owner_id and kept.source = 'record' and kept.removed_at < until) older
      where older.before < wanted)
    returning copy.size)
  select coalesce(sum(dropped.size), 0) from dropped
$$;

-- Holds what is kept of an owner's records to 268435456 characters: beyond that the oldest copies go, down to seven eighths. What is
-- younger than seven days goes by a fresh proof alone: without one the write that would need the room is refused, so that nobody
-- pushes copies out by writing much.
create function private.hold_kept_records(owner_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  limit_characters constant bigint := 268435456;
  excess bigint;
begin
  select sum.characters - limit_characters into excess from private.kept_records sum where sum.user_id = owner_id;
  if coalesce(excess, 0) <= 0 then
    return;
  end if;
  excess := excess - private.drop_oldest_records(owner_id, excess + limit_characters / 8, now() - interval '7 days');
  if excess > 0 then
    perform private.require_vault_proof();
    -- What this write itself keeps stays.
    perform private.drop_oldest_records(owner_id, excess + limit_characters / 8, now());
  end if;
end $$;

-- More than 20 records of a kind deleted for good within an hour want a proof, in however many requests.
create function private.require_proof_for_many_records(owner_id uuid, kind text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if 20 < (
    select count(distinct gone.key) from private.vault_removed gone
    where gone.user_id = owner_id and gone.source = 'record' and gone.collection = kind and gone.how = 'removed'
      and gone.day >= ((clock_timestamp() - interval '1 hour') at time zone 'utc')::date
      and gone.removed_at > clock_timestamp() - interval '1 hour')
  then
    perform private.require_vault_proof();
  end if;
end $$;

create function private.keep_overwritten_records() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id uuid;
begin
  -- A row that was given another id is one that nobody finds any more: it is kept as well.
  insert into private.vault_removed (user_id, source, collection, key, how, vault_id, epoch, size, kept)
  select was.user_id, 'record', tg_table_name, was.id::text,
    case when current_setting('castellan.brings_back', true) = 'on' then 'replaced' else 'overwritten' end,
    vault.vault_id, vault.epoch, octet_length(was.sealed), to_jsonb(was)
  from old_rows was
  join private.vaults vault on vault.user_id = was.user_id
  left join new_rows now_there on now_there.id = was.id
  where now_there.sealed is distinct from was.sealed
  on conflict do nothing;
  if found then
    perform private.forget_old_vault_rows();
    for owner_id in select distinct was.user_id from old_rows was loop
      perform private.hold_kept_records(owner_id);
    end loop;
  end if;
  return null;
end $$;

-- What lay in the trash for 30 days by the database's clock could be brought back for as long: it goes without a proof, and is not
-- kept once more. What goes with its vault, as when everything is deleted, is not kept either.
create function private.keep_removed_records() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id uuid;
begin
  insert into private.vault_removed (user_id, source, collection, key, how, vault_id, epoch, size, kept)
  select was.user_id, 'record', tg_table_name, was.id::text, 'removed', vault.vault_id, vault.epoch, octet_length(was.sealed), to_jsonb(was)
  from old_rows was
  join private.vaults vault on vault.user_id = was.user_id
  where was.deleted_at is null or was.updated_at >= now() - interval '30 days'
  on conflict do nothing;
  if found then
    perform private.forget_old_vault_rows();
    for owner_id in select distinct was.user_id from old_rows was loop
      perform private.require_proof_for_many_records(owner_id, tg_table_name);
      perform private.hold_kept_records(owner_id);
    end loop;
  end if;
  return null;
end $$;

-- Has what is overwritten or removed of a sealed table kept.
create function private.keep_sealed_texts(made regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('create trigger keep_overwritten_records after update on %s
    referencing old table as old_rows new table as new_rows for each statement execute function private.keep_overwritten_records()', made);
  execute format('create trigger keep_removed_records after delete on %s
    referencing old table as old_rows for each statement execute function private.keep_removed_records()', made);
end $$;

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
  perform private.keep_sealed_texts(made);
  perform private.write_with_manifest_only(made);
end $$;

select private.keep_sealed_texts(mark.tgrelid::regclass) from pg_catalog.pg_trigger mark where mark.tgname = 'judge_sealed';

-- Writing ---------------------------------------------------------------------------------------------------------

-- As before, and: a record with `brings_back` is written over with a copy of itself that was kept, so that what it replaces is kept
-- whatever else was kept of that record today.
create or replace function private.put_vault_records(owner_id uuid, records jsonb) returns void
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
      collection text, id uuid, expected_version bigint, version bigint, sealed text, created_at timestamptz, deleted_at timestamptz,
      brings_back boolean)
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
      perform set_config('castellan.brings_back', case when written.brings_back then 'on' else 'off' end, true);
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

-- The trash takes the vault's lock first, as write_vault does: both count what is kept, and would otherwise wait for each other.
create or replace function public.let_go_of_records(collection text, ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('let_go_of_records');
  made regclass;
  left_over integer;
begin
  select tgrelid::regclass into made
  from pg_catalog.pg_trigger join pg_catalog.pg_class relation on relation.oid = tgrelid
  where tgname = 'touch_record' and relation.relname = collection and relation.relnamespace = 'public'::regnamespace;
  if made is null then
    raise sqlstate 'PT404' using message = 'There is no such collection';
  end if;
  perform from private.vaults vault where vault.user_id = owner_id for update;
  execute format('delete from %s where user_id = $1 and id = any ($2) and deleted_at is not null', made) using owner_id, ids;
  execute format('select count(*) from %s where user_id = $1 and id = any ($2)', made) into left_over using owner_id, ids;
  return left_over;
end $$;

-- Bringing back ---------------------------------------------------------------------------------------------------

-- On which days records of which collections were overwritten or removed within 30 days, the newest first:
-- [{collection, day, records, removed, texts}], `removed` of those `records` deleted for good, `texts` kept of all of them.
create function public.removed_records() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('removed_records');
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('collection', days.collection, 'day', days.day, 'records', days.records, 'removed', days.removed,
      'texts', days.texts)
      order by days.day desc, days.collection)
    from (
      select kept.collection, kept.day, count(*) as texts, count(distinct kept.key) as records,
        count(distinct kept.key) filter (where kept.how = 'removed') as removed
      from private.vault_removed kept
      where kept.user_id = owner_id and kept.source = 'record' and kept.removed_at >= now() - interval '30 days'
      group by kept.collection, kept.day) days), '[]');
end $$;

-- What is kept of one collection and day, the newest first, older than `before`, up to 100 rows and about 4194304 characters:
-- [{id, record_id, how, removed_at, row}].
create function public.removed_record_texts(collection text, day date, before bigint default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('removed_record_texts');
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', gone.id, 'record_id', gone.key, 'how', gone.how, 'removed_at', gone.removed_at,
      'row', gone.kept - 'user_id' - 'updated_at') order by gone.id desc)
    from (
      select kept.*, sum(kept.size) over (order by kept.id desc) - kept.size as before_it
      from private.vault_removed kept
      where kept.user_id = owner_id and kept.source = 'record' and kept.collection = removed_record_texts.collection
        and kept.day = removed_record_texts.day and kept.removed_at >= now() - interval '30 days'
        and (removed_record_texts.before is null or kept.id < removed_record_texts.before)
      order by kept.id desc limit 100) gone
    where gone.before_it < 4194304), '[]');
end $$;

revoke all on function
  private.count_kept_records(), private.drop_oldest_records(uuid, bigint, timestamptz), private.hold_kept_records(uuid),
  private.require_proof_for_many_records(uuid, text), private.keep_overwritten_records(), private.keep_removed_records(),
  private.keep_sealed_texts(regclass), public.removed_records(), public.removed_record_texts(text, date, bigint)
from public, anon, authenticated, service_role;
grant execute on function public.removed_records(), public.removed_record_texts(text, date, bigint) to authenticated;
