-- A full session wants it to go on: for 90 days from now, and at once where a run was missed. False where there is none.
create or replace function private.renew_tool_schedule(schedule_id uuid, now_at timestamptz) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update private.tool_schedules schedule
  set paused = null, pause_note = null, renewed_at = now_at, next_at = greatest(schedule.next_at, now_at)
  where schedule.id = schedule_id;
  return found;
end $$;

revoke all on function private.renew_tool_schedule(uuid, timestamptz) from public, anon, authenticated, service_role;
