-- What a living token feeds: {token, owner, public_key}; null where there is no such token. By the token's SHA-256.
create or replace function public.server_health_feed(token_hash bytea) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('token', token.id, 'owner', token.user_id, 'public_key', feed.public_key)
  from private.health_feed_tokens token join private.health_feeds feed on feed.user_id = token.user_id
  where token.token_hash = server_health_feed.token_hash and token.revoked_at is null and token.user_id = private.owner_user_id()
$$;

revoke all on function public.server_health_feed(bytea) from public, anon, authenticated, service_role;
grant execute on function public.server_health_feed(bytea) to service_role;
