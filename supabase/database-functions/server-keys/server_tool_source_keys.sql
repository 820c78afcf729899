-- The sources of the tools to which the owner has a key, and since when.
create or replace function public.server_tool_source_keys() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(kept.source, kept.kept_at), '{}') from public.tool_source_keys kept
  where kept.user_id = private.owner_user_id()
$$;

revoke all on function public.server_tool_source_keys() from public, anon, authenticated, service_role;
grant execute on function public.server_tool_source_keys() to service_role;
