-- A report, or null.
create or replace function public.server_tool_report(report_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select kept.report from private.tool_reports kept where kept.id = server_tool_report.report_id
$$;

revoke all on function public.server_tool_report(uuid) from public, anon, authenticated, service_role;
grant execute on function public.server_tool_report(uuid) to service_role;
