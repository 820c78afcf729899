-- The owner's sealed key to a source of the tools, or null.
create or replace function public.server_tool_source_key(source text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(kept.sealed_key) from public.tool_source_keys kept
  where kept.source = server_tool_source_key.source and kept.user_id = private.owner_user_id()
$$;

revoke all on function public.server_tool_source_key(text) from public, anon, authenticated, service_role;
grant execute on function public.server_tool_source_key(text) to service_role;
