-- Takes one of the openings that a link allows: its address as it is now, or null once it opens no more.
create or replace function public.server_open_short_link(link_id uuid) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(private.open_short_link(server_open_short_link.link_id))
$$;

revoke all on function public.server_open_short_link(uuid) from public, anon, authenticated, service_role;
grant execute on function public.server_open_short_link(uuid) to service_role;
