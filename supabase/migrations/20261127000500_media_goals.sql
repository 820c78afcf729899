-- How many films and shows, or books, the owner means to finish in a year. One row for each shelf and year, whose id every device
-- derives alike; what was finished follows from the diary.
create table public.media_goals (
  shelf text not null constraint "A goal is for what is watched or read" check (shelf in ('watch', 'read')),
  year smallint not null constraint "The year of a goal lies between 1870 and 2200" check (year between 1870 and 2200),
  -- 0 once there is none any more.
  goal integer not null constraint "A goal is 0 to 100000" check (goal between 0 and 100000)
);
select private.make_owner_table('public.media_goals');
