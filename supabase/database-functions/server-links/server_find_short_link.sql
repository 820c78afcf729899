-- The link that a slug leads to, with how often it was opened if it has a limit, or null.
create or replace function public.server_find_short_link(slug text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(found) from private.find_short_link(server_find_short_link.slug) found
$$;

revoke all on function public.server_find_short_link(text) from public, anon, authenticated, service_role;
grant execute on function public.server_find_short_link(text) to service_role;
