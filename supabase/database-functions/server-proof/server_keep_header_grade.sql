-- Keeps a grade as the one of its day; a later one of the same day takes its place.
create or replace function public.server_keep_header_grade(day date, measured_at timestamptz, grade text, score integer) returns jsonb
language sql security definer set search_path = ''
as $$
  insert into private.header_grades as kept (day, measured_at, grade, score)
  values (
    server_keep_header_grade.day, server_keep_header_grade.measured_at, server_keep_header_grade.grade, server_keep_header_grade.score
  ) on conflict on constraint header_grades_pkey do update
    set measured_at = excluded.measured_at, grade = excluded.grade, score = excluded.score
    where excluded.measured_at >= kept.measured_at;
  select null::jsonb
$$;

revoke all on function public.server_keep_header_grade(date, timestamptz, text, integer) from public, anon, authenticated, service_role;
grant execute on function public.server_keep_header_grade(date, timestamptz, text, integer) to service_role;
