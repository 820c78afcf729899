-- Pauses the schedule that a job is of, because the guard refused its target. Answers whether it did.
create or replace function public.server_refuse_tool_schedule(job_id uuid, note text) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(private.refuse_tool_schedule(server_refuse_tool_schedule.job_id, server_refuse_tool_schedule.note))
$$;

revoke all on function public.server_refuse_tool_schedule(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.server_refuse_tool_schedule(uuid, text) to service_role;
