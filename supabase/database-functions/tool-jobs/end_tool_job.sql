-- Ends a job, with one row in the owner's log. False where it had ended already.
create or replace function private.end_tool_job(job_id uuid, state text, failure text) returns boolean
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

revoke all on function private.end_tool_job(uuid, text, text) from public, anon, authenticated, service_role;
