-- What deleting a report would end: {links, example}; null where there is no such report.
create or replace function private.tool_report_uses(report_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'links', (select count(*) from private.tool_shares share where share.report_id = report.id and share.expires_at > clock_timestamp()),
    'example', exists (select from private.tool_examples example where example.report_id = report.id))
  from private.tool_reports report where report.id = tool_report_uses.report_id
$$;

revoke all on function private.tool_report_uses(uuid) from public, anon, authenticated, service_role;
