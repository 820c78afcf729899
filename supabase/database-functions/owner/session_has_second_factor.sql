-- Whether the caller proved a second factor: the token says so, and so does the session, which loses it when the factor
-- is taken away while the token still lives.
create or replace function private.session_has_second_factor() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(private.request_object('request.jwt.claims') ->> 'aal' = 'aal2', false)
    and exists (
      select from auth.sessions session
      where session.id = private.claimed_uuid('session_id') and session.aal::text = 'aal2'
    )
$$;

revoke all on function private.session_has_second_factor() from public, anon, authenticated, service_role;
