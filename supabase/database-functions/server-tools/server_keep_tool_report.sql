-- Keeps the report of a job and ends it. Answers whether it was still this server's job.
create or replace function public.server_keep_tool_report(job_id uuid, runner uuid, report jsonb, counts jsonb) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(private.keep_tool_report(
    server_keep_tool_report.job_id, server_keep_tool_report.runner, server_keep_tool_report.report, server_keep_tool_report.counts))
$$;

revoke all on function public.server_keep_tool_report(uuid, uuid, jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.server_keep_tool_report(uuid, uuid, jsonb, jsonb) to service_role;
