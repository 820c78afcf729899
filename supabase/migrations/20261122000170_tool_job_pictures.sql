-- What a job's page draws while it runs: written with the lease, and gone once the job has ended.

alter table private.tool_jobs add column seen jsonb check (pg_column_size(seen) <= 2097152);

create function private.renew_tool_job(job_id uuid, runner uuid, done real, doing text, seen jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  stops boolean;
begin
  update private.tool_jobs job
  set lease_until = clock_timestamp() + interval '10 seconds', done = renew_tool_job.done, doing = left(renew_tool_job.doing, 200),
    seen = coalesce(renew_tool_job.seen, job.seen)
  where job.id = job_id and job.runner = renew_tool_job.runner and job.state = 'running' and job.lease_until > clock_timestamp()
  returning job.cancel_asked into stops;
  return coalesce(stops, true);
end $$;
drop function private.renew_tool_job(uuid, uuid, real, text);

-- Whatever ends a job forgets its picture.
create function private.forget_tool_job_picture() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.seen := null;
  return new;
end $$;
create trigger ended_jobs_have_no_picture before update of state on private.tool_jobs
  for each row when (new.state <> 'running') execute function private.forget_tool_job_picture();

revoke all on function private.renew_tool_job(uuid, uuid, real, text, jsonb), private.forget_tool_job_picture()
from public, anon, authenticated, service_role;
