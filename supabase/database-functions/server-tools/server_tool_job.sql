-- A job as its page sees it, or null. Jobs whose server is gone are interrupted first.
create or replace function public.server_tool_job(job_id uuid) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.settle_tool_jobs();
  select private.tool_job_facts(job, report.verdict, report.mark)
  from private.tool_jobs job left join private.tool_reports report on report.id = job.id where job.id = server_tool_job.job_id
$$;

revoke all on function public.server_tool_job(uuid) from public, anon, authenticated, service_role;
grant execute on function public.server_tool_job(uuid) to service_role;
