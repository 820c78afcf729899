-- Says which engagement a job belongs to, or (null) to none. Answers whether there was such a job.
create or replace function public.server_move_tool_job(job_id uuid, engagement_id uuid) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(private.move_tool_job(server_move_tool_job.job_id, server_move_tool_job.engagement_id))
$$;

revoke all on function public.server_move_tool_job(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.server_move_tool_job(uuid, uuid) to service_role;
