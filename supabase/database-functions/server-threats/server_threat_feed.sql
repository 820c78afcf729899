-- The last good copy of a feed, or null.
create or replace function public.server_threat_feed(id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'body', feed.body, 'etag', feed.etag, 'last_modified', feed.last_modified, 'fetched_at', feed.fetched_at,
    'confirmed_at', feed.confirmed_at)
  from private.threat_feeds feed where feed.id = server_threat_feed.id
$$;

revoke all on function public.server_threat_feed(text) from public, anon, authenticated, service_role;
grant execute on function public.server_threat_feed(text) to service_role;
