-- Takes the job that has waited longest; no row where none waits or this server runs two. One that tries to sign in to its target
-- (its option `try-sign-in`) is written to the owner's log as that before it begins.
create or replace function private.claim_tool_job(runner uuid) returns setof private.tool_jobs
language plpgsql security definer set search_path = ''
as $$
declare
  claimed private.tool_jobs;
begin
  perform private.settle_tool_jobs();
  if (select count(*) from private.tool_jobs job where job.runner = claim_tool_job.runner and job.state = 'running') >= 2 then
    return;
  end if;
  update private.tool_jobs job
  set state = 'running', runner = claim_tool_job.runner, lease_until = clock_timestamp() + interval '10 seconds'
  where job.id = (select candidate.id from private.tool_jobs candidate where candidate.state = 'waiting'
    order by candidate.asked_at for update skip locked limit 1)
  returning * into claimed;
  if claimed.id is null then
    return;
  end if;
  if claimed.options ->> 'try-sign-in' = 'true' then
    perform private.record_server_event('app_activity', claimed.tool || ' tries to sign in without credentials: ' || claimed.target,
      true, jsonb_build_object('tool', claimed.tool, 'job', claimed.id, 'outcome', 'sign_in_attempts'), null, null);
  end if;
  return next claimed;
end $$;

revoke all on function private.claim_tool_job(uuid) from public, anon, authenticated, service_role;
