-- Takes the job that has waited longest, or null where none waits or this server runs two.
create or replace function public.server_claim_tool_job(runner uuid) returns jsonb
language sql security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', job.id, 'tool', job.tool, 'target', job.target, 'options', job.options, 'schedule_id', job.schedule_id)
  from private.claim_tool_job(server_claim_tool_job.runner) job
$$;

revoke all on function public.server_claim_tool_job(uuid) from public, anon, authenticated, service_role;
grant execute on function public.server_claim_tool_job(uuid) to service_role;
