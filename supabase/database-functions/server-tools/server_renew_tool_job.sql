-- Says that a job is alive and how far it is. Answers whether it is to stop.
create or replace function public.server_renew_tool_job(job_id uuid, runner uuid, done real, doing text, seen jsonb) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(private.renew_tool_job(
    server_renew_tool_job.job_id, server_renew_tool_job.runner, server_renew_tool_job.done, server_renew_tool_job.doing,
    server_renew_tool_job.seen))
$$;

revoke all on function public.server_renew_tool_job(uuid, uuid, real, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.server_renew_tool_job(uuid, uuid, real, text, jsonb) to service_role;
