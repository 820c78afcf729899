-- Jobs whose server is gone are interrupted.
create or replace function private.settle_tool_jobs() returns void
language sql security definer set search_path = ''
as $$
  select private.end_tool_job(job.id, 'interrupted', 'The server that ran it stopped.')
  from private.tool_jobs job where job.state = 'running' and job.lease_until < clock_timestamp()
$$;

revoke all on function private.settle_tool_jobs() from public, anon, authenticated, service_role;
