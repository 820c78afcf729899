-- Runs of the tools that repeat by themselves, each with target, options and consent of the full session that asked for it.
--
-- Nothing here is granted to any role of the API. Any server may ask for what is due: a schedule is moved on in the transaction
-- that puts its job in the queue, so that two servers never run it twice. The caller hands in the time.

create table private.tool_schedules (
  id uuid primary key default gen_random_uuid(),
  tool text not null check (tool ~ '^[a-z][a-z0-9-]{0,63}$'),
  -- The tool's name for people, for the bell.
  title text not null check (char_length(title) between 1 and 100),
  target text not null check (char_length(target) between 1 and 300),
  options jsonb not null default '{}' check (pg_column_size(options) <= 65536),
  -- When the owner said that the target may be probed; each run has it too.
  consent_at timestamptz,
  every text not null check (every in ('daily', 'weekly')),
  -- When a full session last asked for it: 90 days later it pauses.
  renewed_at timestamptz not null,
  next_at timestamptz not null,
  -- Why it does not run: the owner paused it, 90 days passed, or the server's guard refused the target.
  paused text check (paused in ('owner', 'age', 'refused')),
  pause_note text check (char_length(pause_note) <= 500),
  unique (tool, target)
);
create index tool_schedules_due on private.tool_schedules (next_at) where paused is null;
alter table private.tool_schedules enable row level security;
revoke all on table private.tool_schedules from public, anon, authenticated, service_role;

alter table private.tool_jobs add column schedule_id uuid references private.tool_schedules on delete set null;
create index tool_jobs_of_schedule on private.tool_jobs (schedule_id) where schedule_id is not null;

create function private.tool_schedule_period(every text) returns interval
language sql immutable set search_path = ''
as $$
  select case every when 'daily' then interval '1 day' when 'weekly' then interval '7 days' end
$$;

-- Makes the schedule of a tool and target, or makes it anew: {id}, or {refused: 'consent' | 'too_many'}. First run after one period.
create function private.set_tool_schedule(
  tool text, title text, target text, options jsonb, every text, needs_consent boolean, consents boolean, now_at timestamptz
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  consented timestamptz;
  schedule_id uuid;
begin
  lock table private.tool_schedules in share row exclusive mode;
  if needs_consent then
    select case when consents then clock_timestamp() else max(said.consent_at) end into consented
    from (
      select job.consent_at from private.tool_jobs job
      where job.tool = set_tool_schedule.tool and job.target = set_tool_schedule.target
      union all
      select schedule.consent_at from private.tool_schedules schedule
      where schedule.tool = set_tool_schedule.tool and schedule.target = set_tool_schedule.target
    ) said;
    if consented is null then
      return jsonb_build_object('refused', 'consent');
    end if;
  end if;
  if (select count(*) from private.tool_schedules) >= 100 and not exists (
    select from private.tool_schedules schedule
    where schedule.tool = set_tool_schedule.tool and schedule.target = set_tool_schedule.target
  ) then
    return jsonb_build_object('refused', 'too_many');
  end if;
  insert into private.tool_schedules as schedule (tool, title, target, options, consent_at, every, renewed_at, next_at)
  values (set_tool_schedule.tool, set_tool_schedule.title, set_tool_schedule.target, set_tool_schedule.options, consented,
    set_tool_schedule.every, now_at, now_at + private.tool_schedule_period(set_tool_schedule.every))
  on conflict on constraint tool_schedules_tool_target_key do update
  set title = excluded.title, options = excluded.options, consent_at = excluded.consent_at, every = excluded.every,
    renewed_at = excluded.renewed_at, next_at = excluded.next_at, paused = null, pause_note = null
  returning schedule.id into schedule_id;
  return jsonb_build_object('id', schedule_id);
end $$;

create function private.list_tool_schedules(tool text) returns setof private.tool_schedules
language sql stable security definer set search_path = ''
as $$
  select schedule.* from private.tool_schedules schedule
  where schedule.tool = list_tool_schedules.tool order by schedule.target
$$;

-- The owner pauses it. False where there is none that runs.
create function private.pause_tool_schedule(schedule_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update private.tool_schedules schedule set paused = 'owner', pause_note = null
  where schedule.id = schedule_id and schedule.paused is null;
  return found;
end $$;

-- A full session wants it to go on: for 90 days from now, and at once where a run was missed. False where there is none.
create function private.renew_tool_schedule(schedule_id uuid, now_at timestamptz) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update private.tool_schedules schedule
  set paused = null, pause_note = null, renewed_at = now_at, next_at = greatest(schedule.next_at, now_at)
  where schedule.id = schedule_id;
  return found;
end $$;

-- Deletes it; its reports stay. False where there is none.
create function private.delete_tool_schedule(schedule_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.tool_schedules schedule where schedule.id = schedule_id;
  return found;
end $$;

-- Tells the owner's bell of a schedule. metadata: tool, schedule, and the report where there is one.
create function private.tell_of_tool_schedule(schedule private.tool_schedules, said text, message text, report_id uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into public.notifications (user_id, type, title, message, icon, important, metadata)
  select owner.user_id, 'alert', private.plain_text(schedule.title || ': ' || schedule.target || ' ' || said, 200),
    coalesce(private.plain_text(message, 2000), ''), 'shield-alert', true,
    jsonb_strip_nulls(jsonb_build_object('tool', schedule.tool, 'schedule', schedule.id, 'report', report_id))
  from private.owner
$$;

-- Puts a job in the queue for each schedule that is due, and answers how many. One that no full session renewed for 90 days is
-- paused instead, and the owner is told. Runs that were missed while no server was there are made up for by one. While the queue
-- is full, or a schedule's last job has not ended, it waits.
create function private.ask_due_tool_jobs(now_at timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due private.tool_schedules;
  asked integer := 0;
begin
  for due in
    select schedule.* from private.tool_schedules schedule
    where schedule.paused is null and schedule.next_at <= now_at
      and not exists (select from private.tool_jobs job where job.schedule_id = schedule.id and job.state in ('waiting', 'running'))
    order by schedule.next_at limit 20 for update of schedule skip locked
  loop
    if due.renewed_at <= now_at - interval '90 days' then
      update private.tool_schedules schedule set paused = 'age' where schedule.id = due.id;
      perform private.tell_of_tool_schedule(due, 'is no longer checked',
        'Its schedule paused after 90 days. Renew it on the tool’s page if it is still wanted.', null);
      continue;
    end if;
    exit when (select count(*) from private.tool_jobs job where job.state in ('waiting', 'running')) >= 20;
    insert into private.tool_jobs (tool, target, options, consent_at, schedule_id)
    values (due.tool, due.target, due.options, due.consent_at, due.id);
    update private.tool_schedules schedule
    set next_at = due.next_at + private.tool_schedule_period(due.every)
      * (1 + floor(extract(epoch from now_at - due.next_at) / extract(epoch from private.tool_schedule_period(due.every))))
    where schedule.id = due.id;
    asked := asked + 1;
  end loop;
  return asked;
end $$;

-- Pauses the schedule that a job is of, because the guard refused its target, and tells the owner. False where there is none.
create function private.refuse_tool_schedule(job_id uuid, note text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  refused private.tool_schedules;
begin
  update private.tool_schedules schedule set paused = 'refused', pause_note = left(note, 500)
  where schedule.paused is null and schedule.id = (select job.schedule_id from private.tool_jobs job where job.id = refuse_tool_schedule.job_id)
  returning * into refused;
  if refused.id is null then
    return false;
  end if;
  perform private.tell_of_tool_schedule(refused, 'is no longer checked', 'Its schedule paused: ' || note, null);
  return true;
end $$;

-- The report before a job's: the newest of the same tool, target and options.
create function private.tool_report_before(job_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select report.report
  from private.tool_jobs job
  join private.tool_reports report on report.tool = job.tool and report.target = job.target and report.id <> job.id
  join private.tool_jobs earlier on earlier.id = report.id and earlier.options = job.options
  where job.id = tool_report_before.job_id
  order by report.made_at desc limit 1
$$;

-- Keeps the report of a scheduled job as keep_tool_report does, and tells the owner what got worse, where something did.
create function private.keep_scheduled_report(job_id uuid, runner uuid, report jsonb, counts jsonb, worse text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  schedule private.tool_schedules;
begin
  if not private.keep_tool_report(job_id, runner, report, counts) then
    return false;
  end if;
  select one.* into schedule from private.tool_schedules one
  join private.tool_jobs job on job.schedule_id = one.id where job.id = keep_scheduled_report.job_id;
  if worse is not null and schedule.id is not null then
    perform private.tell_of_tool_schedule(schedule, 'got worse', worse, job_id);
  end if;
  return true;
end $$;

revoke all on function private.tool_schedule_period(text),
  private.set_tool_schedule(text, text, text, jsonb, text, boolean, boolean, timestamptz), private.list_tool_schedules(text),
  private.pause_tool_schedule(uuid), private.renew_tool_schedule(uuid, timestamptz), private.delete_tool_schedule(uuid),
  private.tell_of_tool_schedule(private.tool_schedules, text, text, uuid), private.ask_due_tool_jobs(timestamptz),
  private.refuse_tool_schedule(uuid, text), private.tool_report_before(uuid),
  private.keep_scheduled_report(uuid, uuid, jsonb, jsonb, text)
from public, anon, authenticated, service_role;

-- The data passport counts schedules beside the reports, and whoever deletes everything deletes them too.

create or replace function public.data_passport() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('data_passport');
  kept regclass;
  living bigint;
  removed bigint;
  places jsonb := '[]';
begin
  for kept in select owners_tables from private.owners_tables() where owners_tables <> 'public.wish_claims'::regclass loop
    if kept = 'public.activity_logs'::regclass then
      select coalesce(sum(volume.entries), 0), null into living, removed from private.activity_log_volume volume;
    elsif exists (
      select from pg_catalog.pg_attribute where attrelid = kept and attname = 'deleted_at' and not attisdropped
    ) then
      execute format('select count(*) filter (where deleted_at is null), count(*) filter (where deleted_at is not null)
        from %s where user_id = $1', kept) into living, removed using owner_id;
    else
      execute format('select count(*), null::bigint from %s where user_id = $1', kept) into living, removed using owner_id;
    end if;
    places := places || jsonb_build_object('place', (select relname from pg_catalog.pg_class where oid = kept),
      'rows', living, 'removed', removed, 'bytes', pg_catalog.pg_total_relation_size(kept));
  end loop;
  return places
    || jsonb_build_object('place', 'vault', 'removed', null,
      'rows', (select count(*) from private.vault_slots slot where slot.user_id = owner_id)
        + (select count(*) from private.vault_parts part where part.user_id = owner_id)
        + (select count(*) from private.vault_device_shares share where share.user_id = owner_id),
      'bytes', pg_catalog.pg_total_relation_size('private.vault_slots') + pg_catalog.pg_total_relation_size('private.vault_parts')
        + pg_catalog.pg_total_relation_size('private.vault_device_shares'))
    || jsonb_build_object('place', 'music', 'removed', null, 'rows', (select count(*) from private.music_connection),
      'bytes', pg_catalog.pg_total_relation_size('private.music_connection'))
    || jsonb_build_object('place', 'model', 'removed', null, 'rows', (select count(*) from private.model_connection),
      'bytes', pg_catalog.pg_total_relation_size('private.model_connection'))
    || jsonb_build_object('place', 'tool_reports', 'removed', null, 'rows', (select count(*) from private.tool_jobs) + (select count(*) from private.tool_schedules),
      'bytes', pg_catalog.pg_total_relation_size('private.tool_jobs') + pg_catalog.pg_total_relation_size('private.tool_reports')
        + pg_catalog.pg_total_relation_size('private.tool_schedules'));
end $$;

create or replace function public.delete_everything() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('delete_everything');
  left_over regclass[] := array(select owners_tables from private.owners_tables() where owners_tables <> 'public.activity_logs'::regclass);
  next_table regclass;
  hit bigint;
  deleted jsonb := '{}';
begin
  perform private.require_fresh_verification('-infinity');
  while cardinality(left_over) > 0 loop
    -- What others point at goes after them.
    select candidate into next_table from unnest(left_over) candidate
    where not exists (
      select from pg_catalog.pg_constraint bond
      where bond.contype = 'f' and bond.confrelid = candidate and bond.conrelid <> candidate and bond.conrelid = any (left_over))
    order by candidate::text limit 1;
    if next_table is null then
      raise exception 'tables point at each other in a circle: %', left_over;
    end if;
    execute format('delete from %s where user_id = $1', next_table) using owner_id;
    get diagnostics hit = row_count;
    if next_table <> 'public.wish_claims'::regclass then
      deleted := deleted || jsonb_build_object((select relname from pg_catalog.pg_class where oid = next_table), hit);
    end if;
    left_over := array_remove(left_over, next_table);
  end loop;
  delete from private.vaults vault where vault.user_id = owner_id;
  delete from private.music_connection;
  delete from private.music_authorizations;
  delete from private.model_connection;
  delete from private.tool_jobs;
  delete from private.tool_schedules;
  insert into public.activity_logs (activity_type, activity_description, metadata)
  values ('data_event', 'Everything was deleted', deleted);
  return deleted;
end $$;
