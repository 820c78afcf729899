-- Deletes it; its reports stay. False where there is none.
create or replace function private.delete_tool_schedule(schedule_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.tool_schedules schedule where schedule.id = schedule_id;
  return found;
end $$;

revoke all on function private.delete_tool_schedule(uuid) from public, anon, authenticated, service_role;
