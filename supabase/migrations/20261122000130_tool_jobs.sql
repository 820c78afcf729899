-- Jobs of the tools that probe over the network, and the reports that they make.
--
-- Nothing here is granted to any role of the API: the server asks these functions as the product's owner. Any server may take a
-- job; who runs it renews a lease, and a job whose lease lapsed is interrupted, never begun again by itself.

create table private.tool_jobs (
  id uuid primary key default gen_random_uuid(),
  tool text not null check (tool ~ '^[a-z][a-z0-9-]{0,63}$'),
  target text not null check (char_length(target) between 1 and 300),
  options jsonb not null default '{}' check (pg_column_size(options) <= 65536),
  -- When the owner said that the target may be probed.
  consent_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'finished', 'failed', 'cancelled', 'interrupted')),
  done real not null default 0 check (done between 0 and 1),
  doing text not null default '' check (char_length(doing) <= 200),
  cancel_asked boolean not null default false,
  failure text check (char_length(failure) <= 500),
  asked_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  -- The server that runs it, and until when it may be taken to be alive.
  runner uuid,
  lease_until timestamptz,
  check ((state = 'running') = (lease_until is not null))
);
create index tool_jobs_open on private.tool_jobs (asked_at) where state in ('waiting', 'running');
create index tool_jobs_newest on private.tool_jobs (tool, asked_at desc);
alter table private.tool_jobs enable row level security;
revoke all on table private.tool_jobs from public, anon, authenticated, service_role;

create table private.tool_reports (
  -- Its job's.
  id uuid primary key references private.tool_jobs on delete cascade,
  tool text not null,
  target text not null,
  schema_version integer not null,
  made_at timestamptz not null default clock_timestamp(),
  verdict text not null,
  mark text,
  -- How many findings there are of each severity.
  counts jsonb not null,
  report jsonb not null check (pg_column_size(report) <= 8388608)
);
create index tool_reports_newest on private.tool_reports (tool, target, made_at desc);
alter table private.tool_reports enable row level security;
revoke all on table private.tool_reports from public, anon, authenticated, service_role;

create function private.refuse_report_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'a report is never changed';
end $$;
create trigger reports_stay before update on private.tool_reports for each row execute function private.refuse_report_change();

-- Links to one report each. The token itself is kept nowhere.
create table private.tool_shares (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  report_id uuid not null references private.tool_reports on delete cascade,
  made_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
alter table private.tool_shares enable row level security;
revoke all on table private.tool_shares from public, anon, authenticated, service_role;

-- What visitors of a tool's page see: a report without what is nobody's business, as it was when the owner chose it.
create table private.tool_examples (
  tool text primary key,
  report_id uuid not null references private.tool_reports on delete cascade,
  report jsonb not null
);
alter table private.tool_examples enable row level security;
revoke all on table private.tool_examples from public, anon, authenticated, service_role;

-- Puts a job in the queue: {id}, or {refused: 'busy' | 'too_often' | 'consent'}.
create function private.ask_tool_job(tool text, target text, options jsonb, needs_consent boolean, consents boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  consented timestamptz;
  job_id uuid;
begin
  lock table private.tool_jobs in share row exclusive mode;
  if (select count(*) from private.tool_jobs job where job.state in ('waiting', 'running')) >= 20 then
    return jsonb_build_object('refused', 'busy');
  end if;
  if (select count(*) from private.tool_jobs job
      where job.target = ask_tool_job.target and job.tool = ask_tool_job.tool and job.asked_at > clock_timestamp() - interval '1 minute') >= 12 then
    return jsonb_build_object('refused', 'too_often');
  end if;
  if needs_consent then
    select case when consents then clock_timestamp() else max(job.consent_at) end into consented
    from private.tool_jobs job where job.target = ask_tool_job.target and job.tool = ask_tool_job.tool;
    if consented is null then
      return jsonb_build_object('refused', 'consent');
    end if;
  end if;
  insert into private.tool_jobs (tool, target, options, consent_at)
  values (ask_tool_job.tool, ask_tool_job.target, ask_tool_job.options, consented) returning id into job_id;
  return jsonb_build_object('id', job_id);
end $$;

-- Ends a job, with one row in the owner's log. False where it had ended already.
create function private.end_tool_job(job_id uuid, state text, failure text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  ended private.tool_jobs;
begin
  update private.tool_jobs job
  set state = end_tool_job.state, failure = end_tool_job.failure, ended_at = clock_timestamp(), lease_until = null
  where job.id = job_id and job.state in ('waiting', 'running') returning * into ended;
  if ended.id is null then
    return false;
  end if;
  perform private.record_server_event('app_activity', ended.tool || ' ' || ended.state || ': ' || ended.target,
    ended.state = 'finished', jsonb_build_object('tool', ended.tool, 'job', ended.id, 'outcome', ended.state), null, null);
  return true;
end $$;

-- Jobs whose server is gone are interrupted.
create function private.settle_tool_jobs() returns void
language sql security definer set search_path = ''
as $$
  select private.end_tool_job(job.id, 'interrupted', 'The server that ran it stopped.')
  from private.tool_jobs job where job.state = 'running' and job.lease_until < clock_timestamp()
$$;

-- Takes the job that has waited longest; no row where none waits or this server runs two.
create function private.claim_tool_job(runner uuid) returns setof private.tool_jobs
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.settle_tool_jobs();
  if (select count(*) from private.tool_jobs job where job.runner = claim_tool_job.runner and job.state = 'running') >= 2 then
    return;
  end if;
  return query
  update private.tool_jobs job
  set state = 'running', runner = claim_tool_job.runner, lease_until = clock_timestamp() + interval '10 seconds'
  where job.id = (select candidate.id from private.tool_jobs candidate where candidate.state = 'waiting'
    order by candidate.asked_at for update skip locked limit 1)
  returning *;
end $$;

-- Renews the lease and keeps the progress. Answers whether to stop: it was cancelled, or is no longer this server's.
create function private.renew_tool_job(job_id uuid, runner uuid, done real, doing text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  stops boolean;
begin
  update private.tool_jobs job
  set lease_until = clock_timestamp() + interval '10 seconds', done = renew_tool_job.done, doing = left(renew_tool_job.doing, 200)
  where job.id = job_id and job.runner = renew_tool_job.runner and job.state = 'running' and job.lease_until > clock_timestamp()
  returning job.cancel_asked into stops;
  return coalesce(stops, true);
end $$;

-- Asks that a job be cancelled; one that still waits ends at once. False where it had ended already.
create function private.cancel_tool_job(job_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update private.tool_jobs job set cancel_asked = true where job.id = job_id and job.state = 'running';
  if found then
    return true;
  end if;
  return private.end_tool_job(job_id, 'cancelled', null);
end $$;

-- Keeps the report of a job that this server runs, and ends it. False where it is no longer this server's. Of one tool and target
-- the newest 100 reports of 400 days stay, and those that somebody was shown.
create function private.keep_tool_report(job_id uuid, runner uuid, report jsonb, counts jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  job private.tool_jobs;
begin
  select * into job from private.tool_jobs one
  where one.id = job_id and one.runner = keep_tool_report.runner and one.state = 'running' for update;
  if job.id is null then
    return false;
  end if;
  insert into private.tool_reports (id, tool, target, schema_version, verdict, mark, counts, report)
  values (job.id, job.tool, job.target, (report ->> 'schemaVersion')::integer, report ->> 'verdict', report ->> 'mark', counts, report);
  perform private.end_tool_job(job.id, 'finished', null);
  delete from private.tool_jobs old
  where old.tool = job.tool and old.target = job.target and old.state not in ('waiting', 'running')
    and (old.asked_at < clock_timestamp() - interval '400 days' or old.id in (
      select kept.id from private.tool_jobs kept where kept.tool = job.tool and kept.target = job.target
      order by kept.asked_at desc offset 100))
    and not exists (select from private.tool_shares share where share.report_id = old.id and share.expires_at > clock_timestamp())
    and not exists (select from private.tool_examples example where example.report_id = old.id);
  return true;
end $$;

revoke all on function private.refuse_report_change(), private.ask_tool_job(text, text, jsonb, boolean, boolean),
  private.end_tool_job(uuid, text, text), private.settle_tool_jobs(), private.claim_tool_job(uuid),
  private.renew_tool_job(uuid, uuid, real, text), private.cancel_tool_job(uuid), private.keep_tool_report(uuid, uuid, jsonb, jsonb)
from public, anon, authenticated, service_role;
