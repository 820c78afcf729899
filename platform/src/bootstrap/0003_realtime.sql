-- Schema `realtime`: the outbox that the realtime service reads, and the trigger function that fills it.
-- The outbox holds which row changed, never what is in it: the row is read again for each subscriber, as that subscriber,
-- so that its policies judge and a sealed value is not copied to a second place.

create schema realtime authorization supabase_realtime_admin;
revoke all on schema realtime from public;

create table realtime.changes (
  id bigint generated always as identity primary key,
  -- The reader's cursor is a snapshot, and this says whether a snapshot saw the change: ids are given out before the
  -- commit, so a smaller id may become visible after a larger one.
  transaction_id xid8 not null default pg_current_xact_id(),
  schema_name text not null,
  table_name text not null,
  operation text not null check (operation in ('INSERT', 'UPDATE', 'DELETE')),
  -- The primary key, column by column.
  row_key jsonb not null,
  happened_at timestamptz not null default clock_timestamp()
);
alter table realtime.changes owner to supabase_realtime_admin;
create index changes_by_transaction on realtime.changes (transaction_id);
revoke all on realtime.changes from public;

-- Records the primary keys of the rows a statement changed. The trigger's arguments are the names of the key's columns.
-- It runs with the rights of the outbox's owner, since no writer has any there, and swallows every failure of its own:
-- somebody's write is worth more than the news of it. The server's log, which no client sees, gets the bare SQLSTATE.
create function realtime.capture_change() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  key_columns text;
  captured bigint;
begin
  select string_agg(format('%L, changed.%I', name, name), ', ' order by position)
  into key_columns
  from unnest(tg_argv) with ordinality as argument (name, position);

  execute format(
    'insert into realtime.changes (schema_name, table_name, operation, row_key)
     select $1, $2, $3, jsonb_build_object(%s) from changed_rows as changed',
    key_columns
  ) using tg_table_schema::text, tg_table_name::text, tg_op;
  get diagnostics captured = row_count;

  -- Equal notifications of one transaction are merged into one. It carries nothing, because any role may listen.
  if captured > 0 then
    perform pg_notify('realtime_changes', '');
  end if;
  return null;
exception when others then
  raise log 'a change of %.% was not captured for realtime: SQLSTATE %', tg_table_schema, tg_table_name, sqlstate;
  return null;
end
$$;
alter function realtime.capture_change() owner to supabase_realtime_admin;
revoke all on function realtime.capture_change() from public;

-- Says that sessions may have ended or lost a factor, by whichever process, so that their channels are judged again at
-- once. It carries nothing either, and swallows its own failures: the channels are judged again after a while anyway.
create function realtime.announce_session_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_notify('realtime_sessions', '');
  return null;
exception when others then
  raise log 'a change of sessions was not announced to realtime: SQLSTATE %', sqlstate;
  return null;
end
$$;
alter function realtime.announce_session_change() owner to supabase_realtime_admin;
revoke all on function realtime.announce_session_change() from public;

create trigger announce_session_change after delete or update of aal, not_after on auth.sessions
for each statement execute function realtime.announce_session_change();
