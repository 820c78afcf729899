-- The owner's sessions, seen and ended by the owner in a full session.

-- The sessions that live, newest first. `current` is the one that asks. Times and addresses are the auth service's word.
create function public.list_sessions()
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

-- Ends one of the caller's sessions, or with no id all but the one that asks; answers how many ended. From then on every
-- policy refuses their tokens. Writes an entry to the log.
create function public.revoke_session(session_id uuid default null, not_mine boolean default false) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  ended integer;
begin
  if not private.owner_session() then
    raise exception 'permission denied for function revoke_session' using errcode = 'insufficient_privilege';
  end if;
  delete from auth.sessions session
  where session.user_id = private.caller_id()
    and case when revoke_session.session_id is null then session.id <> private.claimed_uuid('session_id')
      else session.id = revoke_session.session_id end;
  get diagnostics ended = row_count;
  if ended > 0 then
    insert into public.activity_logs (activity_type, activity_description, success, metadata)
    values ('auth_event',
      case when not_mine then 'A session was reported as not the owner’s and ended'
        when revoke_session.session_id is null then 'All other sessions were ended'
        else 'A session was ended' end,
      not coalesce(not_mine, false),
      jsonb_build_object('ended', ended, 'session', revoke_session.session_id));
  end if;
  return ended;
end $$;

revoke all on function public.list_sessions(), public.revoke_session(uuid, boolean) from public, anon, authenticated, service_role;
grant execute on function public.list_sessions() to authenticated;
grant execute on function public.revoke_session(uuid, boolean) to authenticated;
