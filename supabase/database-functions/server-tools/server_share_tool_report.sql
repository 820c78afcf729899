-- Makes a link to a report, which ends after so many days.
create or replace function public.server_share_tool_report(token_hash bytea, report_id uuid, days integer) returns jsonb
language sql security definer set search_path = ''
as $$
  insert into private.tool_shares (token_hash, report_id, expires_at)
  values (
    server_share_tool_report.token_hash, server_share_tool_report.report_id,
    clock_timestamp() + make_interval(days => server_share_tool_report.days));
  select null::jsonb
$$;

revoke all on function public.server_share_tool_report(bytea, uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.server_share_tool_report(bytea, uuid, integer) to service_role;
