-- A revoked token opens nothing from now on. Answers whether there was a living one. It wants no proof: it only takes away.
create or replace function public.revoke_health_feed_token(id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('revoke_health_feed_token');
begin
  update private.health_feed_tokens token set revoked_at = clock_timestamp()
  where token.id = revoke_health_feed_token.id and token.user_id = owner_id and token.revoked_at is null;
  if not found then
    return false;
  end if;
  insert into public.activity_logs (activity_type, activity_description, metadata)
  values ('security_event', 'A token of the health feed was revoked',
    jsonb_build_object('subject', 'health_feed', 'token', revoke_health_feed_token.id));
  return true;
end $$;

revoke all on function public.revoke_health_feed_token(uuid) from public, anon, authenticated, service_role;
grant execute on function public.revoke_health_feed_token(uuid) to authenticated;
