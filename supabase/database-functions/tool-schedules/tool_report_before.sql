-- The report before a job's: the newest of the same tool, target and options.
create or replace function private.tool_report_before(job_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select report.report
  from private.tool_jobs job
  join private.tool_reports report on report.tool = job.tool and report.target = job.target and report.id <> job.id
  join private.tool_jobs earlier on earlier.id = report.id and earlier.options = job.options
  where job.id = tool_report_before.job_id
  order by report.made_at desc limit 1
$$;

revoke all on function private.tool_report_before(uuid) from public, anon, authenticated, service_role;
