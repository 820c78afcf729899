-- Puts a job in the queue for each schedule that is due, and answers how many.
create or replace function public.server_ask_due_tool_jobs(now_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(private.ask_due_tool_jobs(server_ask_due_tool_jobs.now_at))
$$;

revoke all on function public.server_ask_due_tool_jobs(timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_ask_due_tool_jobs(timestamptz) to service_role;
