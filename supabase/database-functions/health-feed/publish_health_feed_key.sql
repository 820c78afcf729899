-- What values are sealed to from now on, in the place of the key that the caller saw last (null: of none). Answers whether it is published
-- now; false where another one stands there by now. Wants a fresh proof: whoever puts a key here may have what comes next sealed to it.
create or replace function public.publish_health_feed_key(public_key text, expected text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('publish_health_feed_key');
begin
  perform private.require_recent_proof();
  if publish_health_feed_key.public_key is null or publish_health_feed_key.public_key !~ '^B[A-Za-z0-9_-]{86}$' then
    raise sqlstate 'PT400' using message = 'This is no point of the curve P-256';
  end if;
  if publish_health_feed_key.expected is null then
    insert into private.health_feeds (user_id, public_key) values (owner_id, publish_health_feed_key.public_key) on conflict do nothing;
  else
    update private.health_feeds feed set public_key = publish_health_feed_key.public_key, published_at = clock_timestamp()
    where feed.user_id = owner_id and feed.public_key = publish_health_feed_key.expected;
  end if;
  if not found then
    return false;
  end if;
  insert into public.activity_logs (activity_type, activity_description, metadata)
  values ('security_event', 'The key of the health feed was published', jsonb_build_object('subject', 'health_feed'));
  return true;
end $$;

revoke all on function public.publish_health_feed_key(text, text) from public, anon, authenticated, service_role;
grant execute on function public.publish_health_feed_key(text, text) to authenticated;
