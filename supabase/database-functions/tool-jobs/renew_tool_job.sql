-- Renews the lease and keeps the progress. Answers whether to stop: it was cancelled, or is no longer this server's.
create or replace function private.renew_tool_job(job_id uuid, runner uuid, done real, doing text, seen jsonb) returns boolean
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

revoke all on function private.renew_tool_job(uuid, uuid, real, text, jsonb) from public, anon, authenticated, service_role;
