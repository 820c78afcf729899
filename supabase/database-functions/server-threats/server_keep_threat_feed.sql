-- Keeps the newest copy of a feed in the place of the one before.
create or replace function public.server_keep_threat_feed(
  id text, body bytea, etag text, last_modified text, fetched_at timestamptz, confirmed_at timestamptz
) returns jsonb
language sql security definer set search_path = ''
as $$
  insert into private.threat_feeds (id, body, etag, last_modified, fetched_at, confirmed_at)
  values (
    server_keep_threat_feed.id, server_keep_threat_feed.body, server_keep_threat_feed.etag, server_keep_threat_feed.last_modified,
    server_keep_threat_feed.fetched_at, server_keep_threat_feed.confirmed_at
  ) on conflict on constraint threat_feeds_pkey do update set body = excluded.body, etag = excluded.etag, last_modified = excluded.last_modified,
    fetched_at = excluded.fetched_at, confirmed_at = excluded.confirmed_at;
  select null::jsonb
$$;

revoke all on function public.server_keep_threat_feed(text, bytea, text, text, timestamptz, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_keep_threat_feed(text, bytea, text, text, timestamptz, timestamptz) to service_role;
