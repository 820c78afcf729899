-- Erases the key to a source of the tools.
create or replace function public.server_erase_tool_source_key(source text) returns jsonb
language sql security definer set search_path = ''
as $$
  delete from public.tool_source_keys kept where kept.source = server_erase_tool_source_key.source;
  select null::jsonb
$$;

revoke all on function public.server_erase_tool_source_key(text) from public, anon, authenticated, service_role;
grant execute on function public.server_erase_tool_source_key(text) to service_role;
