-- Asks that a job be cancelled; one that still waits ends at once. False where it had ended already.
create or replace function private.cancel_tool_job(job_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update private.tool_jobs job set cancel_asked = true where job.id = job_id and job.state = 'running';
  if found then
    return true;
  end if;
  return private.end_tool_job(job_id, 'cancelled', null);
end $$;

revoke all on function private.cancel_tool_job(uuid) from public, anon, authenticated, service_role;
