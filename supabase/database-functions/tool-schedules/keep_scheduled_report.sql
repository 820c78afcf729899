-- Keeps the report of a scheduled job as keep_tool_report does, and tells the owner what got worse, where something did.
create or replace function private.keep_scheduled_report(job_id uuid, runner uuid, report jsonb, counts jsonb, worse text) returns boolean
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

revoke all on function private.keep_scheduled_report(uuid, uuid, jsonb, jsonb, text) from public, anon, authenticated, service_role;
