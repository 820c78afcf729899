-- Ends one of the caller's sessions, or with no id all but the one that asks; answers how many ended. From then on every
-- policy refuses their tokens. Writes an entry to the log.
create or replace function public.revoke_session(session_id uuid default null, not_mine boolean default false) returns integer
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

revoke all on function public.revoke_session(uuid, boolean) from public, anon, authenticated, service_role;
grant execute on function public.revoke_session(uuid, boolean) to authenticated;
