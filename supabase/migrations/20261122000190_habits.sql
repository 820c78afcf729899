-- Habits: what the owner wants to do again and again, and how each day went.

create table public.habits (
  name text not null constraint "A habit's name has 1 to 200 characters on one line"
    check (name ~ '\S' and char_length(name) <= 200 and name !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  question text not null default '' constraint "A habit's question has at most 500 characters on one line"
    check (char_length(question) <= 500 and question !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  notes text not null default '' constraint "Notes on a habit have at most 20000 characters" check (char_length(notes) <= 20000),
  -- `check` is done or not; `count` is a number a day.
  kind text not null default 'check' constraint "A habit is a check or a count" check (kind in ('check', 'count')),
  unit text not null default '' constraint "A unit has at most 40 characters on one line"
    check (char_length(unit) <= 40 and unit !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  target_value double precision not null default 0 constraint "A target is 0 to 1000000" check (target_value between 0 and 1000000),
  target_type text not null default 'at_least' constraint "A target is at least or at most" check (target_type in ('at_least', 'at_most')),
  -- So many times in so many days; a count's target is for that many days.
  freq_num smallint not null default 1 constraint "A habit is wanted 1 to 366 times" check (freq_num between 1 and 366),
  freq_den smallint not null default 1 constraint "A habit is wanted within 1 to 366 days" check (freq_den between 1 and 366),
  -- A place in the palette of twenty that habit trackers exchange.
  color smallint not null default 8 constraint "A colour is 0 to 19" check (color between 0 and 19),
  habit_group text constraint "A group's name has 1 to 120 characters on one line"
    check (habit_group ~ '\S' and char_length(habit_group) <= 120 and habit_group !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  reminder_time time(0),
  -- What else of the owner's shows that it was done: finished tasks, minutes of focus, written notes; of one tag or of all.
  evidence text constraint "Evidence comes from tasks, focus or notes" check (evidence in ('tasks', 'focus', 'notes')),
  evidence_tag text constraint "A tag of evidence has 1 to 120 characters"
    check (evidence_tag ~ '\S' and char_length(evidence_tag) <= 120 and evidence_tag !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  position double precision not null default 0 constraint "A place in the list is a number" check (abs(position) < 1e15),
  archived_at timestamptz,
  constraint "A habit is wanted at most once a day" check (freq_num <= freq_den),
  constraint "Evidence shows what was done, not what was avoided" check (evidence is null or target_type = 'at_least')
);
select private.make_owner_table('public.habits');

-- One month of one habit. Days are places in the arrays, from 1 to 31, so that ten years of a habit are 120 rows.
create table public.habit_months (
  habit_id uuid,
  month date not null constraint "A month is named by its first day" check (extract(day from month) = 1 and month between '1970-01-01' and '2200-12-01'),
  -- -1 unknown, 0 no, 2 yes, 3 skipped; a count's amount in thousandths.
  marks integer[] not null default array_fill(-1, array[31]) constraint "A month has 31 marks from -1 up"
    check (cardinality(marks) = 31 and array_ndims(marks) = 1 and array_position(marks, null) is null and -1 <= all (marks)),
  notes text[] not null default array_fill(''::text, array[31]) constraint "A month has 31 notes of together at most 20000 characters"
    check (cardinality(notes) = 31 and array_ndims(notes) = 1 and array_position(notes, null) is null
      and char_length(array_to_string(notes, '')) <= 20000)
);
select private.make_owner_table('public.habit_months');
alter table public.habit_months
  add constraint "The habit of this month exists" foreign key (habit_id) references public.habits (id) on delete cascade,
  add constraint "A habit has each month once" unique (habit_id, month);

-- Reminders ------------------------------------------------------------------------------------------------------

-- The last day on which the owner was reminded of a habit.
create table private.told_habits (
  habit_id uuid primary key references public.habits (id) on delete cascade,
  day date not null
);
alter table private.told_habits enable row level security;
revoke all on table private.told_habits from public, anon, authenticated, service_role;

-- Makes one notification of all habits whose time of day has come and that today has no mark yet, and answers how many they are.
-- Day and time are the owner's clock's, so the caller names them. Each habit is told of once a day. One that is wanted a few times
-- in some days is left out once it was done so often. metadata: habits (how many).
create function public.tell_habit_reminders(today date, clock time) returns integer
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
revoke all on function public.tell_habit_reminders(date, time) from public, anon, authenticated, service_role;
grant execute on function public.tell_habit_reminders(date, time) to authenticated;
