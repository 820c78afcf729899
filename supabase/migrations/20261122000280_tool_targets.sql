-- What the tools last said of each target, derived from the stored reports and kept nowhere else.

-- The newest report of each tool on each target, the latest first; at most 500.
create function private.tool_targets()
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

-- Deletes a report with its job, every link to it and the example made of it, and leaves a row in the log. False where there is none.
create function private.delete_tool_report(report_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  gone private.tool_jobs;
begin
  delete from private.tool_jobs job
  where job.id = delete_tool_report.report_id
    and exists (select from private.tool_reports report where report.id = job.id)
  returning * into gone;
  if gone.id is null then
    return false;
  end if;
  perform private.record_server_event('app_activity', gone.tool || ' report deleted: ' || gone.target, true,
    jsonb_build_object('tool', gone.tool, 'job', gone.id, 'outcome', 'deleted'), null, null);
  return true;
end $$;

-- What deleting a report would end: {links, example}; null where there is no such report.
create function private.tool_report_uses(report_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'links', (select count(*) from private.tool_shares share where share.report_id = report.id and share.expires_at > clock_timestamp()),
    'example', exists (select from private.tool_examples example where example.report_id = report.id))
  from private.tool_reports report where report.id = tool_report_uses.report_id
$$;

revoke all on function private.tool_targets(), private.delete_tool_report(uuid), private.tool_report_uses(uuid)
from public, anon, authenticated, service_role;
