-- Keeps sealed values, [{id, sealed}], all or none: 'kept'; 'revoked', no such token lives by now; 'other_key', another key is published
-- by now; 'full', more than 5000 would wait.
create or replace function public.server_keep_health_feed_values(token_hash bytea, public_key text, received_at timestamptz, sealed jsonb)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  present private.health_feeds;
begin
  -- Whoever sends at the same time is counted after this.
  select feed.* into present from private.health_feeds feed where feed.user_id = private.owner_user_id() for update;
  if present.user_id is null or not exists (
    select from private.health_feed_tokens token where token.token_hash = server_keep_health_feed_values.token_hash
      and token.user_id = present.user_id and token.revoked_at is null) then
    return to_jsonb('revoked'::text);
  end if;
  if present.public_key <> server_keep_health_feed_values.public_key then
    return to_jsonb('other_key'::text);
  end if;
  if (select count(*) from private.health_feed_values one where one.user_id = present.user_id)
    + jsonb_array_length(server_keep_health_feed_values.sealed) > 5000 then
    return to_jsonb('full'::text);
  end if;
  insert into private.health_feed_values (id, user_id, public_key, sealed, received_at)
  select one.id, present.user_id, present.public_key, one.sealed, server_keep_health_feed_values.received_at
  from jsonb_to_recordset(server_keep_health_feed_values.sealed) as one (id uuid, sealed text);
  update private.health_feed_tokens token set last_used_at = server_keep_health_feed_values.received_at
  where token.token_hash = server_keep_health_feed_values.token_hash;
  return to_jsonb('kept'::text);
end $$;

revoke all on function public.server_keep_health_feed_values(bytea, text, timestamptz, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.server_keep_health_feed_values(bytea, text, timestamptz, jsonb) to service_role;
