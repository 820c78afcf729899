-- Puts a job in the queue, of an engagement or (null) of none: {id}, or {refused: 'busy' | 'too_often' | 'consent'}.
create or replace function public.server_ask_tool_job(
  tool text, target text, options jsonb, needs_consent boolean, consents boolean, engagement_id uuid
) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.ask_tool_job(
    server_ask_tool_job.tool, server_ask_tool_job.target, server_ask_tool_job.options, server_ask_tool_job.needs_consent,
    server_ask_tool_job.consents, server_ask_tool_job.engagement_id)
$$;

revoke all on function public.server_ask_tool_job(text, text, jsonb, boolean, boolean, uuid) from public, anon, authenticated, service_role;
grant execute on function public.server_ask_tool_job(text, text, jsonb, boolean, boolean, uuid) to service_role;
