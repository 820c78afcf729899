-- Puts a job into an engagement, or (null) into none. False where there is no such job.
create or replace function private.move_tool_job(job_id uuid, engagement_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update private.tool_jobs job set engagement_id = move_tool_job.engagement_id where job.id = job_id;
  return found;
end $$;

revoke all on function private.move_tool_job(uuid, uuid) from public, anon, authenticated, service_role;
