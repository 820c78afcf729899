-- The newest 90 days that were graded, the newest first: what a page shows of them.
create or replace function public.server_header_grades() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'day', to_char(newest.day, 'YYYY-MM-DD'), 'measured_at', newest.measured_at, 'grade', newest.grade, 'score', newest.score)
    order by newest.day desc), '[]')
  from (select kept.* from private.header_grades kept order by kept.day desc limit 90) newest
$$;

revoke all on function public.server_header_grades() from public, anon, authenticated, service_role;
grant execute on function public.server_header_grades() to service_role;
