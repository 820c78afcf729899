-- The report that a link opens now, or null.
create or replace function public.server_shared_tool_report(token_hash bytea) returns jsonb
language sql security definer set search_path = ''
as $$
  select report.report from private.tool_shares share join private.tool_reports report on report.id = share.report_id
  where share.token_hash = server_shared_tool_report.token_hash and share.expires_at > clock_timestamp()
$$;

revoke all on function public.server_shared_tool_report(bytea) from public, anon, authenticated, service_role;
grant execute on function public.server_shared_tool_report(bytea) to service_role;
