-- The newest 50 jobs of a tool, the newest first. Jobs whose server is gone are interrupted first.
create or replace function public.server_tool_jobs(tool text) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.settle_tool_jobs();
  select coalesce(jsonb_agg(private.tool_job_facts(newest.job, report.verdict, report.mark) order by (newest.job).asked_at desc), '[]')
  from (
    select job from private.tool_jobs job where job.tool = server_tool_jobs.tool order by job.asked_at desc limit 50
  ) newest left join private.tool_reports report on report.id = (newest.job).id
$$;

revoke all on function public.server_tool_jobs(text) from public, anon, authenticated, service_role;
grant execute on function public.server_tool_jobs(text) to service_role;
