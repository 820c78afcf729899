-- Keeps the report of a scheduled job, and tells the bell what got worse, where (not null) something did. Answers
-- whether it was still this server's job.
create or replace function public.server_keep_scheduled_report(
  job_id uuid, runner uuid, report jsonb, counts jsonb, worse text
) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(private.keep_scheduled_report(
    server_keep_scheduled_report.job_id, server_keep_scheduled_report.runner, server_keep_scheduled_report.report,
    server_keep_scheduled_report.counts, server_keep_scheduled_report.worse))
$$;

revoke all on function public.server_keep_scheduled_report(uuid, uuid, jsonb, jsonb, text) from public, anon, authenticated, service_role;
grant execute on function public.server_keep_scheduled_report(uuid, uuid, jsonb, jsonb, text) to service_role;
