-- Ends a job without a report. Answers whether it had not ended yet.
create or replace function public.server_end_tool_job(job_id uuid, state text, failure text) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(private.end_tool_job(server_end_tool_job.job_id, server_end_tool_job.state, left(server_end_tool_job.failure, 500)))
$$;

revoke all on function public.server_end_tool_job(uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.server_end_tool_job(uuid, text, text) to service_role;
