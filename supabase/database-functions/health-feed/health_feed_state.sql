-- How the health feed stands: the published key and the vault's key pairs as they lie sealed, all of one moment, so that a device holds
-- one against the others with one call; how many values wait, when the last one came, and the tokens, newest first. Nothing of a token is
-- in it but its name.
create or replace function public.health_feed_state() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('health_feed_state');
begin
  return jsonb_build_object(
    'public_key', (select feed.public_key from private.health_feeds feed where feed.user_id = owner_id),
    'keys', (
      select coalesce(jsonb_agg(jsonb_build_object('id', key.id, 'version', key.version, 'sealed', key.sealed) order by key.id), '[]')
      from public.health_feed_keys key where key.user_id = owner_id),
    'waiting', (select count(*) from private.health_feed_values one where one.user_id = owner_id),
    'last_at', (select max(token.last_used_at) from private.health_feed_tokens token where token.user_id = owner_id),
    'tokens', (
      select coalesce(jsonb_agg(jsonb_build_object('id', token.id, 'name', token.name, 'created_at', token.created_at,
        'last_used_at', token.last_used_at, 'revoked_at', token.revoked_at) order by token.created_at desc, token.id), '[]')
      from private.health_feed_tokens token where token.user_id = owner_id));
end $$;

revoke all on function public.health_feed_state() from public, anon, authenticated, service_role;
grant execute on function public.health_feed_state() to authenticated;
