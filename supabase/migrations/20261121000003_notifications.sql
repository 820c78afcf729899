-- What the bell shows.

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default private.caller_id() references auth.users (id) on delete restrict,
  type text not null default 'other' check (type in ('alert', 'achievement', 'security', 'info', 'other')),
  title text not null
    check (char_length(title) between 1 and 200)
    check (title !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  message text not null default ''
    check (char_length(message) <= 2000)
    check (message !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  icon text
    check (char_length(icon) <= 64)
    check (icon !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  important boolean not null default false,
  metadata jsonb not null default '{}'
    check (jsonb_typeof(metadata) = 'object')
    check (octet_length(metadata::text) <= 8192),
  read boolean not null default false,
  -- The log entry that the database made it for, the first of its group; null for one that a client created.
  activity_log_id uuid references public.activity_logs (id) on delete set null,
  created_at timestamptz not null default now()
);

create index notifications_newest on public.notifications (user_id, created_at desc);
create index notifications_unread on public.notifications (user_id, created_at desc) where not read;
create index notifications_by_log on public.notifications (activity_log_id) where activity_log_id is not null;

alter table public.notifications enable row level security;
revoke all on table public.notifications from public, anon, authenticated, service_role;
grant select on table public.notifications to authenticated, service_role;
-- The time and the log entry are the database's word: a client that names these columns is refused.
grant insert (id, user_id, type, title, message, icon, important, metadata, read) on table public.notifications to authenticated;
grant update (read) on table public.notifications to authenticated;

create policy "The owner reads notifications in a full session" on public.notifications
  for select to authenticated
  using ((select private.owner_session()) and user_id = (select private.caller_id()));

create policy "The owner creates notifications in a full session" on public.notifications
  for insert to authenticated
  with check ((select private.owner_session()) and user_id = (select private.caller_id()));

create policy "The owner marks notifications as read in a full session" on public.notifications
  for update to authenticated
  using ((select private.owner_session()) and user_id = (select private.caller_id()))
  with check ((select private.owner_session()) and user_id = (select private.caller_id()));

-- Each terminal_access and failed_login makes a security notification. Repeats are grouped: while one for the same type
-- and outcome is unread and was made at most 10 minutes ago, its metadata.count goes up and its message names the latest
-- entry, and no second one is made. Its created_at stays, so a long attack makes a new one every 10 minutes.
-- metadata: activity_type, success, count (log entries), last_activity_log_id, last_at (ISO 8601, UTC).
-- The chain's head is locked by the entry's transaction, so two entries never make two notifications at once.
create function private.notify_of_activity() returns trigger
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

create trigger notify_of_activity after insert on public.activity_logs
  for each row when (new.activity_type in ('terminal_access', 'failed_login'))
  execute function private.notify_of_activity();

revoke all on function private.notify_of_activity() from public, anon, authenticated, service_role;

alter publication supabase_realtime add table public.notifications;
