-- Pauses a schedule for the owner. Answers whether it did.
create or replace function public.server_pause_tool_schedule(schedule_id uuid) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(private.pause_tool_schedule(server_pause_tool_schedule.schedule_id))
$$;

revoke all on function public.server_pause_tool_schedule(uuid) from public, anon, authenticated, service_role;
grant execute on function public.server_pause_tool_schedule(uuid) to service_role;
