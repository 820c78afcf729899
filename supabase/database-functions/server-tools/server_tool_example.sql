-- The example of a tool, or null.
create or replace function public.server_tool_example(tool text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select example.report from private.tool_examples example where example.tool = server_tool_example.tool
$$;

revoke all on function public.server_tool_example(text) from public, anon, authenticated, service_role;
grant execute on function public.server_tool_example(text) to service_role;
