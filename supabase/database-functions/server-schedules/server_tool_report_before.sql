-- The report before a job's, of the same tool, target and options, or null.
create or replace function public.server_tool_report_before(job_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.tool_report_before(server_tool_report_before.job_id)
$$;

revoke all on function public.server_tool_report_before(uuid) from public, anon, authenticated, service_role;
grant execute on function public.server_tool_report_before(uuid) to service_role;
