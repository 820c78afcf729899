-- Deletes a report with its links and the example made of it. Answers whether there was one.
create or replace function public.server_delete_tool_report(report_id uuid) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(private.delete_tool_report(server_delete_tool_report.report_id))
$$;

revoke all on function public.server_delete_tool_report(uuid) from public, anon, authenticated, service_role;
grant execute on function public.server_delete_tool_report(uuid) to service_role;
