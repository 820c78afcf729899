-- Ends the links to a report. They stay, so that they can say that they ended.
create or replace function public.server_unshare_tool_report(report_id uuid) returns jsonb
language sql security definer set search_path = ''
as $$
  update private.tool_shares share set expires_at = clock_timestamp()
  where share.report_id = server_unshare_tool_report.report_id and share.expires_at > clock_timestamp();
  select null::jsonb
$$;

revoke all on function public.server_unshare_tool_report(uuid) from public, anon, authenticated, service_role;
grant execute on function public.server_unshare_tool_report(uuid) to service_role;
