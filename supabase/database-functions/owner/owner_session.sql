-- What every policy, function, channel and tool asks: the owner, in a living session, with the second factor once one
-- has ever been verified. A session that began with a passkey in the place of the password is none, whatever it proved since: a hosted
-- project may have such sessions of the owner's too.
create or replace function private.owner_session() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_owner()
    and private.session_is_live()
    and (private.session_has_second_factor() or not (select owner.factor_required from private.owner))
    and not coalesce((private.request_object('request.jwt.claims') -> 'amr') @> '[{"method": "passkey"}]', false)
$$;

revoke all on function private.owner_session() from public, anon, authenticated, service_role;
grant execute on function private.owner_session() to anon, authenticated;
