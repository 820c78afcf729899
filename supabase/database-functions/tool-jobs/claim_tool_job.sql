-- Takes the job that has waited longest; no row where none waits or this server runs two.
create or replace function private.claim_tool_job(runner uuid) returns setof private.tool_jobs
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

revoke all on function private.claim_tool_job(uuid) from public, anon, authenticated, service_role;
