-- Records: what the owner's own pages keep. Each kind is one table, made an owner's table by one call, so that none of
-- them can lack a policy, the trigger, the index or its place among what realtime tells of.
--
-- Names of constraints are sentences: a refusal names the constraint, and the page shows that name as the reason.

-- Sets what only the database may: when a record was last written, and how often.
create function private.touch_record() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.version := old.version + 1;
  -- The clock's time and not the transaction's: readers ask for what was written since they last asked.
  new.updated_at := clock_timestamp();
  return new;
end $$;
revoke all on function private.touch_record() from public, anon, authenticated, service_role;

-- Makes a new table the owner's. It gets the columns that all records have:
--   id               made by the client, so that sending it twice makes one row
--   created_at       the client's word: when it was made, which may be an hour before it could be sent
--   updated_at, version   the database's word; a writer names the version it changes
--   deleted_at       removed, and able to come back; nothing is granted that really deletes
--   import_batch_id, source, external_id   where an import brought it from
-- and policies for the owner in a full session, the trigger above, an index to read what changed, and realtime.
create function private.make_owner_table(made regclass) returns void
language plpgsql set search_path = ''
as $$
declare
  kind constant text := (select relname from pg_catalog.pg_class where oid = made);
  -- What the table was made with is what its owner may change.
  own constant text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
    where attrelid = made and attnum > 0 and not attisdropped);
begin
  execute format($sql$
    alter table %1$s
      add column id uuid primary key default gen_random_uuid(),
      add column user_id uuid not null default private.caller_id() references auth.users (id) on delete restrict,
      add column created_at timestamptz not null default now(),
      add column updated_at timestamptz not null default clock_timestamp(),
      add column deleted_at timestamptz,
      add column version bigint not null default 1,
      add column import_batch_id uuid,
      add column source text constraint "A source has 1 to 40 letters, digits, dots or hyphens" check (source ~ '^[a-z0-9.-]{1,40}$'),
      add column external_id text constraint "An id from elsewhere has 1 to 300 characters"
        check (char_length(external_id) between 1 and 300 and external_id !~ '[\u0001-\u001F\u007F-\u009F]'),
      add constraint "A record was not made in the far future" check (created_at < '2200-01-01' and created_at > '1900-01-01')
  $sql$, made);
  execute format('create index %I on %s (user_id, updated_at, id)', kind || '_changed', made);
  execute format('create index %I on %s (import_batch_id) where import_batch_id is not null', kind || '_by_import', made);
  execute format('create trigger touch_record before update on %s for each row execute function private.touch_record()', made);
  execute format('alter table %s enable row level security', made);
  execute format('revoke all on table %s from public, anon, authenticated, service_role', made);
  execute format('grant select on table %s to authenticated, service_role', made);
  execute format('grant insert (%s, id, user_id, created_at, deleted_at, import_batch_id, source, external_id) on table %s to authenticated',
    own, made);
  execute format('grant update (%s, deleted_at) on table %s to authenticated', own, made);
  execute format($sql$
    create policy %2$I on %1$s for select to authenticated
      using ((select private.owner_session()) and user_id = (select private.caller_id()))
  $sql$, made, format('The owner reads %s in a full session', kind));
  execute format($sql$
    create policy %2$I on %1$s for insert to authenticated
      with check ((select private.owner_session()) and user_id = (select private.caller_id()))
  $sql$, made, format('The owner adds %s in a full session', kind));
  execute format($sql$
    create policy %2$I on %1$s for update to authenticated
      using ((select private.owner_session()) and user_id = (select private.caller_id()))
      with check ((select private.owner_session()) and user_id = (select private.caller_id()))
  $sql$, made, format('The owner changes %s in a full session', kind));
  execute format('alter publication supabase_realtime add table %s', made);
end $$;
revoke all on function private.make_owner_table(regclass) from public, anon, authenticated, service_role;

-- Tasks ----------------------------------------------------------------------------------------------------------

create table public.tasks (
  title text not null constraint "A title has 1 to 500 characters on one line"
    check (title ~ '\S' and char_length(title) <= 500 and title !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  notes text not null default '' constraint "Notes have at most 20000 characters" check (char_length(notes) <= 20000),
  status text not null default 'todo' constraint "A status is todo, doing, done or cancelled"
    check (status in ('todo', 'doing', 'done', 'cancelled')),
  -- 1 is the most urgent, 4 the least; 0 is a task that nobody ranked.
  priority smallint not null default 0 constraint "A priority is 0 to 4" check (priority between 0 and 4),
  -- A day in the owner's life, not a moment.
  due_on date constraint "A due day lies between 1970 and 2200" check (due_on between '1970-01-01' and '2200-12-31'),
  due_time time(0) constraint "A time of day needs a day" check (due_time is null or due_on is not null),
  estimate_min integer constraint "An estimate is 1 minute to 31 days" check (estimate_min between 1 and 44640),
  -- RFC 5545 §3.3.10, without DTSTART: it begins with the due day.
  rrule text constraint "A repetition is a rule of RFC 5545 and at most 500 characters"
    check (rrule ~ '^FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)(;[A-Z]+=[A-Z0-9,+-]+)*$' and char_length(rrule) <= 500),
  parent_id uuid,
  project text constraint "A project's name has 1 to 120 characters on one line"
    check (project ~ '\S' and char_length(project) <= 120 and project !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  tags text[] not null default '{}'
    constraint "A task has at most 50 tags" check (cardinality(tags) <= 50 and array_position(tags, null) is null)
    constraint "Tags together have at most 2000 characters and no control ones"
      check (char_length(array_to_string(tags, '')) <= 2000 and array_to_string(tags, '') !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  position double precision not null default 0 constraint "A position is a number" check (abs(position) < 1e15),
  completed_at timestamptz
);
select private.make_owner_table('public.tasks');
alter table public.tasks
  add constraint "A task of which this is a part exists" foreign key (parent_id) references public.tasks (id),
  add constraint "A task is not a part of itself" check (parent_id <> id);

-- A task that is done says since when, and no other does, whoever wrote it.
create function private.date_completion() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.completed_at := case when new.status = 'done' then coalesce(new.completed_at, now()) end;
  return new;
end $$;
revoke all on function private.date_completion() from public, anon, authenticated, service_role;
create trigger date_completion before insert or update on public.tasks for each row execute function private.date_completion();

-- Focus sessions -------------------------------------------------------------------------------------------------

create table public.focus_sessions (
  task_id uuid,
  started_at timestamptz not null,
  ended_at timestamptz,
  constraint "A focus session ends after it began and within a day" check (ended_at >= started_at and ended_at <= started_at + interval '24 hours')
);
select private.make_owner_table('public.focus_sessions');
alter table public.focus_sessions
  add constraint "The task that was worked on exists" foreign key (task_id) references public.tasks (id);
create index focus_sessions_by_task on public.focus_sessions (task_id) where task_id is not null;
