-- Rings the owner's bell. `link` is the path of this site that it leads to.
create or replace function public.server_notify_of_tool(title text, message text, link text, metadata jsonb) returns jsonb
language sql security definer set search_path = ''
as $$
  insert into public.notifications (user_id, type, title, message, icon, important, metadata, link)
  select owner.user_id, 'security', server_notify_of_tool.title, server_notify_of_tool.message, 'shield-alert', true,
    server_notify_of_tool.metadata, server_notify_of_tool.link
  from private.owner;
  select null::jsonb
$$;

revoke all on function public.server_notify_of_tool(text, text, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.server_notify_of_tool(text, text, text, jsonb) to service_role;
