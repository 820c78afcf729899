-- The schedules of a tool, by their targets.
create or replace function public.server_tool_schedules(tool text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', schedule.id, 'tool', schedule.tool, 'target', schedule.target, 'options', schedule.options, 'every', schedule.every,
    'paused', schedule.paused, 'pauseNote', schedule.pause_note,
    'nextAt', to_char(schedule.next_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endsAt', to_char((schedule.renewed_at + interval '90 days') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by schedule.target), '[]')
  from private.list_tool_schedules(server_tool_schedules.tool) schedule
$$;

revoke all on function public.server_tool_schedules(text) from public, anon, authenticated, service_role;
grant execute on function public.server_tool_schedules(text) to service_role;
