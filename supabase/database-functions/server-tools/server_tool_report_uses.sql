-- What deleting a report would end: {links, example}; null where there is no such report.
create or replace function public.server_tool_report_uses(report_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.tool_report_uses(server_tool_report_uses.report_id)
$$;

revoke all on function public.server_tool_report_uses(uuid) from public, anon, authenticated, service_role;
grant execute on function public.server_tool_report_uses(uuid) to service_role;
