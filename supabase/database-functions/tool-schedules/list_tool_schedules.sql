create or replace function private.list_tool_schedules(tool text) returns setof private.tool_schedules
language sql stable security definer set search_path = ''
as $$
  select schedule.* from private.tool_schedules schedule
  where schedule.tool = list_tool_schedules.tool order by schedule.target
$$;

revoke all on function private.list_tool_schedules(text) from public, anon, authenticated, service_role;
