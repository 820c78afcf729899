-- Whether the session named in the claims is the caller's and has not been revoked or run out.
create or replace function private.session_is_live() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions session
    where session.id = private.claimed_uuid('session_id')
      and session.user_id = private.caller_id()
      and (session.not_after is null or session.not_after > now())
  )
$$;

revoke all on function private.session_is_live() from public, anon, authenticated, service_role;
