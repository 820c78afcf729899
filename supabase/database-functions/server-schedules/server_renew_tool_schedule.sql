-- Lets a schedule run for another 90 days. Answers whether there was one.
create or replace function public.server_renew_tool_schedule(schedule_id uuid, now_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(private.renew_tool_schedule(server_renew_tool_schedule.schedule_id, server_renew_tool_schedule.now_at))
$$;

revoke all on function public.server_renew_tool_schedule(uuid, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_renew_tool_schedule(uuid, timestamptz) to service_role;
