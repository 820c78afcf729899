-- Makes one notification of all open tasks whose day has passed and of which the owner was not told yet, and answers how many
-- they are. A day is the owner's, so the caller names it; no place on earth is more than a day away from UTC's. What is more than
-- 30 days late is no news. metadata: missed (tasks), days (the oldest and the newest day missed).
create or replace function public.tell_missed_duties(today date) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('tell_missed_duties');
  utc_day constant date := (now() at time zone 'UTC')::date;
  named constant integer := 5;
  missed integer;
  said text;
  days jsonb;
begin
  if today is null or today not between utc_day - 1 and utc_day + 1 then
    raise exception 'today is not a day that it is somewhere now' using errcode = '22023';
  end if;
  with newly as (
    insert into private.told_misses as told (task_id, due_on)
    select task.id, task.due_on from public.tasks task
    where task.user_id = owner_id and task.deleted_at is null and task.status in ('todo', 'doing')
      and task.due_on < today and task.due_on >= today - 30
    order by task.id
    on conflict (task_id) do update set due_on = excluded.due_on where told.due_on <> excluded.due_on
    returning told.task_id, told.due_on
  ),
  ordered as (
    select task.title, newly.due_on, row_number() over (order by newly.due_on desc, task.priority = 0, task.priority, task.title) as place
    from newly join public.tasks task on task.id = newly.task_id
  )
  select count(*),
    string_agg(format('%s (%s)', left(title, 120), to_char(due_on, 'FMDD FMMonth')), ', ' order by place) filter (where place <= named),
    jsonb_build_array(min(due_on), max(due_on))
  into missed, said, days from ordered;
  if missed > 0 then
    insert into public.notifications (user_id, type, title, message, icon, metadata)
    values (
      owner_id, 'alert',
      case missed when 1 then 'A task was missed' else format('%s tasks were missed', missed) end,
      said || case when missed > named then format(' and %s more', missed - named) else '' end,
      'clock-alert',
      jsonb_build_object('missed', missed, 'days', days)
    );
  end if;
  return missed;
end $$;

revoke all on function public.tell_missed_duties(date) from public, anon, authenticated, service_role;
grant execute on function public.tell_missed_duties(date) to authenticated;
