-- The values that wait, oldest first: 1000 at most, those after a given one. [{id, public_key, sealed, received_at}], whose instants are
-- milliseconds since 1970, as they are bound to what is sealed.
create or replace function public.health_feed_values(after_at bigint default null, after_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('health_feed_values');
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', one.id, 'public_key', one.public_key, 'sealed', one.sealed,
      'received_at', (extract(epoch from one.received_at) * 1000)::bigint) order by one.received_at, one.id), '[]')
    from (
      select * from private.health_feed_values waiting
      where waiting.user_id = owner_id and (health_feed_values.after_at is null
        or (waiting.received_at, waiting.id)
          > (to_timestamp(0) + health_feed_values.after_at * interval '1 millisecond', health_feed_values.after_id))
      order by waiting.received_at, waiting.id limit 1000) one);
end $$;

revoke all on function public.health_feed_values(bigint, uuid) from public, anon, authenticated, service_role;
grant execute on function public.health_feed_values(bigint, uuid) to authenticated;
