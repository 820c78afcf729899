-- Each terminal_access and failed_login makes a security notification. Repeats are grouped: while one for the same type
-- and outcome is unread and was made at most 10 minutes ago, its metadata.count goes up and its message names the latest
-- entry, and no second one is made. Its created_at stays, so a long attack makes a new one every 10 minutes.
-- metadata: activity_type, success, count (log entries), last_activity_log_id, last_at (ISO 8601, UTC).
-- The chain's head is locked by the entry's transaction, so two entries never make two notifications at once.
create or replace function private.notify_of_activity() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  said constant text := new.activity_description || coalesce(' (' || new.ip_address || ')', '');
  latest constant jsonb := jsonb_build_object(
    'last_activity_log_id', new.id,
    'last_at', to_char(new.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  failed constant boolean := new.activity_type = 'failed_login' or not new.success;
  repeated public.notifications;
  repeats integer;
begin
  select * into repeated from public.notifications notification
  where notification.user_id = new.user_id
    and not notification.read
    and notification.activity_log_id is not null
    and notification.created_at > new.created_at - interval '10 minutes'
    and notification.metadata ->> 'activity_type' = new.activity_type
    and notification.metadata -> 'success' = to_jsonb(new.success)
  order by notification.created_at desc limit 1
  for update;
  if found then
    repeats := (repeated.metadata ->> 'count')::integer + 1;
    update public.notifications notification
    set metadata = repeated.metadata || latest || jsonb_build_object('count', repeats),
      message = left(format('%s times, last: %s', repeats, said), 2000)
    where notification.id = repeated.id;
    return null;
  end if;
  insert into public.notifications (user_id, type, title, message, icon, important, metadata, activity_log_id, created_at)
  values (
    new.user_id, 'security',
    case
      when new.activity_type = 'failed_login' then 'Failed sign-in'
      when failed then 'Terminal access refused'
      else 'Terminal access'
    end,
    said,
    case when failed then 'shield-alert' else 'shield-check' end,
    failed,
    latest || jsonb_build_object('activity_type', new.activity_type, 'success', new.success, 'count', 1),
    new.id,
    new.created_at
  );
  return null;
end $$;

revoke all on function private.notify_of_activity() from public, anon, authenticated, service_role;
