-- The owner pauses it. False where there is none that runs.
create or replace function private.pause_tool_schedule(schedule_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update private.tool_schedules schedule set paused = 'owner', pause_note = null
  where schedule.id = schedule_id and schedule.paused is null;
  return found;
end $$;

revoke all on function private.pause_tool_schedule(uuid) from public, anon, authenticated, service_role;
