-- Makes one notification of all habits whose time of day has come and that today has no mark yet, and answers how many they are.
-- Day and time are the owner's clock's, so the caller names them. Each habit is told of once a day. One that is wanted a few times
-- in some days is left out once it was done so often. metadata: habits (how many).
create or replace function public.tell_habit_reminders(today date, clock time) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('tell_habit_reminders');
  utc_day constant date := (now() at time zone 'UTC')::date;
  named constant integer := 5;
  told integer;
  said text;
begin
  if today is null or clock is null or today not between utc_day - 1 and utc_day + 1 then
    raise exception 'today is not a day that it is somewhere now' using errcode = '22023';
  end if;
  with due as (
    select habit.id, habit.name, habit.reminder_time from public.habits habit
    where habit.user_id = owner_id and habit.deleted_at is null and habit.archived_at is null and habit.reminder_time <= clock
      and not exists (
        select from public.habit_months kept
        where kept.habit_id = habit.id and kept.deleted_at is null and kept.month = date_trunc('month', today)::date
          and kept.marks[extract(day from today)::integer] <> -1)
      and (habit.kind = 'count' or habit.freq_num > (
        select count(*) from generate_series(today - habit.freq_den + 1, today, interval '1 day') as past (day)
        join public.habit_months kept on kept.habit_id = habit.id and kept.deleted_at is null
          and kept.month = date_trunc('month', past.day)::date
        where kept.marks[extract(day from past.day)::integer] = 2))
  ),
  newly as (
    insert into private.told_habits as before (habit_id, day)
    select due.id, tell_habit_reminders.today from due order by due.id
    on conflict (habit_id) do update set day = excluded.day where before.day < excluded.day
    returning before.habit_id
  ),
  ordered as (
    select due.name, row_number() over (order by due.reminder_time, due.name) as place
    from due join newly on newly.habit_id = due.id
  )
  select count(*), string_agg(left(name, 120), ', ' order by place) filter (where place <= named) into told, said from ordered;
  if told > 0 then
    insert into public.notifications (user_id, type, title, message, icon, metadata)
    values (
      owner_id, 'info',
      case told when 1 then 'A habit is waiting' else format('%s habits are waiting', told) end,
      said || case when told > named then format(' and %s more', told - named) else '' end,
      'bell',
      jsonb_build_object('habits', told)
    );
  end if;
  return told;
end $$;

revoke all on function public.tell_habit_reminders(date, time without time zone) from public, anon, authenticated, service_role;
grant execute on function public.tell_habit_reminders(date, time without time zone) to authenticated;
