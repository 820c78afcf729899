-- The newest report of each tool on each target, the latest first; at most 500.
create or replace function private.tool_targets()
returns table (target text, tool text, report_id uuid, made_at timestamptz, verdict text, mark text, counts jsonb)
language sql stable security definer set search_path = ''
as $$
  select newest.target, newest.tool, newest.id, newest.made_at, newest.verdict, newest.mark, newest.counts
  from (
    select distinct on (report.tool, report.target)
      report.target, report.tool, report.id, report.made_at, report.verdict, report.mark, report.counts
    from private.tool_reports report
    order by report.tool, report.target, report.made_at desc
  ) newest
  order by newest.made_at desc, newest.tool, newest.target
  limit 500
$$;

revoke all on function private.tool_targets() from public, anon, authenticated, service_role;
