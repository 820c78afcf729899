-- What every policy, function, channel and tool asks: the owner, in a living session, with the second factor once one
-- has ever been verified.
create or replace function private.owner_session() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_owner()
    and private.session_is_live()
    and (private.session_has_second_factor() or not (select owner.factor_required from private.owner))
$$;

revoke all on function private.owner_session() from public, anon, authenticated, service_role;
grant execute on function private.owner_session() to anon, authenticated;
