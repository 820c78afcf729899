-- What the owner wants of the bell: notifications put off until later, kinds that stay silent, hours of quiet.

alter table public.notifications add column snoozed_until timestamptz;
grant update (snoozed_until) on table public.notifications to authenticated;

create table public.notification_preferences (
  user_id uuid primary key default private.caller_id() references auth.users (id) on delete restrict,
  -- Kinds that neither count nor ring; they stay in the log of everything.
  muted_types text[] not null default '{}'
    check (muted_types <@ array['alert', 'achievement', 'security', 'info', 'other']),
  -- Minutes after midnight where the owner is; a span over midnight begins later than it ends. Both or neither.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  updated_at timestamptz not null default now(),
  check ((quiet_from is null) = (quiet_to is null)),
  check (quiet_from <> quiet_to)
);
alter table public.notification_preferences enable row level security;
revoke all on table public.notification_preferences from public, anon, authenticated, service_role;
grant select on table public.notification_preferences to authenticated, service_role;
grant insert (user_id, muted_types, quiet_from, quiet_to) on table public.notification_preferences to authenticated;
grant update (user_id, muted_types, quiet_from, quiet_to) on table public.notification_preferences to authenticated;

create policy "The owner reads the bell's preferences in a full session" on public.notification_preferences
  for select to authenticated
  using ((select private.owner_session()) and user_id = (select private.caller_id()));

create policy "The owner sets the bell's preferences in a full session" on public.notification_preferences
  for insert to authenticated
  with check ((select private.owner_session()) and user_id = (select private.caller_id()));

create policy "The owner changes the bell's preferences in a full session" on public.notification_preferences
  for update to authenticated
  using ((select private.owner_session()) and user_id = (select private.caller_id()))
  with check ((select private.owner_session()) and user_id = (select private.caller_id()));
