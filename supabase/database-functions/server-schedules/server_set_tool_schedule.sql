-- Makes the schedule of a tool and target, or makes it again: {id}, or {refused: 'consent' | 'too_many'}.
create or replace function public.server_set_tool_schedule(
  tool text, title text, target text, options jsonb, every text, needs_consent boolean, consents boolean, now_at timestamptz
) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.set_tool_schedule(
    server_set_tool_schedule.tool, server_set_tool_schedule.title, server_set_tool_schedule.target, server_set_tool_schedule.options,
    server_set_tool_schedule.every, server_set_tool_schedule.needs_consent, server_set_tool_schedule.consents,
    server_set_tool_schedule.now_at)
$$;

revoke all on function public.server_set_tool_schedule(text, text, text, jsonb, text, boolean, boolean, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_set_tool_schedule(text, text, text, jsonb, text, boolean, boolean, timestamptz) to service_role;
