-- Deletes a schedule. Answers whether there was one.
create or replace function public.server_delete_tool_schedule(schedule_id uuid) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(private.delete_tool_schedule(server_delete_tool_schedule.schedule_id))
$$;

revoke all on function public.server_delete_tool_schedule(uuid) from public, anon, authenticated, service_role;
grant execute on function public.server_delete_tool_schedule(uuid) to service_role;
