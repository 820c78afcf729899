-- The sessions that live, newest first. `current` is the one that asks. Times and addresses are the auth service's word.
create or replace function public.list_sessions()
returns table (
  id uuid, current boolean, assurance text, created_at timestamptz, refreshed_at timestamptz, ends_at timestamptz, ip_address text,
  user_agent text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.owner_session() then
    raise exception 'permission denied for function list_sessions' using errcode = 'insufficient_privilege';
  end if;
  return query
  select session.id, session.id = private.claimed_uuid('session_id'), session.aal::text, session.created_at::timestamptz,
    session.refreshed_at::timestamptz, session.not_after::timestamptz, host(session.ip), private.plain_text(session.user_agent, 512)
  from auth.sessions session
  where session.user_id = private.caller_id()
    and (session.not_after is null or session.not_after > now())
    -- The auth service refreshes nothing that was idle for longer.
    and coalesce(session.refreshed_at, session.created_at) > now() - interval '12 hours'
  order by session.created_at desc, session.id
  limit 100;
end $$;

revoke all on function public.list_sessions() from public, anon, authenticated, service_role;
grant execute on function public.list_sessions() to authenticated;
