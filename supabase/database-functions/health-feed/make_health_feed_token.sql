-- Makes a token for one sender; answers {id, token}, the only time that the token is told. Wants a fresh proof, and a key that values can
-- be sealed to. Of revoked tokens the newest twenty stay listed.
create or replace function public.make_health_feed_token(name text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('make_health_feed_token');
  -- Two version 4 UUIDs hold 244 random bits; hashed to the 32 bytes wanted.
  made constant text := 'hf_' || private.base64url(
    sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
  token_id uuid;
begin
  perform private.require_recent_proof();
  if not coalesce(private.is_plain_line(make_health_feed_token.name, 60), false) then
    raise sqlstate 'PT400' using message = 'A token has a name of one line, 60 characters at most';
  end if;
  -- Calls that come together count one after the other.
  perform from private.health_feeds feed where feed.user_id = owner_id for update;
  if not found then
    raise sqlstate 'PT409' using message = 'There is no key yet that values can be sealed to', detail = 'feed_key_missing';
  end if;
  if (select count(*) from private.health_feed_tokens token where token.user_id = owner_id and token.revoked_at is null) >= 10 then
    raise sqlstate 'PT413' using message = 'There are ten tokens already', detail = 'too_many_tokens';
  end if;
  insert into private.health_feed_tokens (user_id, name, token_hash)
  values (owner_id, make_health_feed_token.name, sha256(convert_to(made, 'UTF8'))) returning id into token_id;
  delete from private.health_feed_tokens token where token.user_id = owner_id and token.id in (
    select old.id from private.health_feed_tokens old where old.user_id = owner_id and old.revoked_at is not null
    order by old.revoked_at desc offset 20);
  insert into public.activity_logs (activity_type, activity_description, metadata)
  values ('security_event', 'A token of the health feed was made', jsonb_build_object('subject', 'health_feed', 'token', token_id));
  return jsonb_build_object('id', token_id, 'token', made);
end $$;

revoke all on function public.make_health_feed_token(text) from public, anon, authenticated, service_role;
grant execute on function public.make_health_feed_token(text) to authenticated;
