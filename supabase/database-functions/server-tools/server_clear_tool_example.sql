-- Takes the example of a tool away.
create or replace function public.server_clear_tool_example(tool text) returns jsonb
language sql security definer set search_path = ''
as $$
  delete from private.tool_examples example where example.tool = server_clear_tool_example.tool;
  select null::jsonb
$$;

revoke all on function public.server_clear_tool_example(text) from public, anon, authenticated, service_role;
grant execute on function public.server_clear_tool_example(text) to service_role;
