-- Keeps the owner's sealed key to a source of the tools in the place of the one before.
create or replace function public.server_keep_tool_source_key(source text, sealed_key text, kept_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  insert into public.tool_source_keys (user_id, source, sealed_key, kept_at)
  select owner.user_id, server_keep_tool_source_key.source, server_keep_tool_source_key.sealed_key, server_keep_tool_source_key.kept_at
  from private.owner
  on conflict on constraint tool_source_keys_pkey do update set sealed_key = excluded.sealed_key, kept_at = excluded.kept_at;
  select null::jsonb
$$;

revoke all on function public.server_keep_tool_source_key(text, text, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_keep_tool_source_key(text, text, timestamptz) to service_role;
