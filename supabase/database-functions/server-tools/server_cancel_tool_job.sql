-- Asks a job to stop, or takes it out of the queue. Answers whether there was one.
create or replace function public.server_cancel_tool_job(job_id uuid) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(private.cancel_tool_job(server_cancel_tool_job.job_id))
$$;

revoke all on function public.server_cancel_tool_job(uuid) from public, anon, authenticated, service_role;
grant execute on function public.server_cancel_tool_job(uuid) to service_role;
