-- Pauses the schedule that a job is of, because the guard refused its target, and tells the owner. False where there is none.
create or replace function private.refuse_tool_schedule(job_id uuid, note text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  refused private.tool_schedules;
begin
  update private.tool_schedules schedule set paused = 'refused', pause_note = left(note, 500)
  where schedule.paused is null and schedule.id = (select job.schedule_id from private.tool_jobs job where job.id = refuse_tool_schedule.job_id)
  returning * into refused;
  if refused.id is null then
    return false;
  end if;
  perform private.tell_of_tool_schedule(refused, 'is no longer checked', 'Its schedule paused: ' || note, null);
  return true;
end $$;

revoke all on function private.refuse_tool_schedule(uuid, text) from public, anon, authenticated, service_role;
