-- The days of the log that are not signed yet, the oldest first, at most 400 and all before a day: {previous, days: [{day, head}]}.
-- `head` is the hash of the newest entry before the next day began, since times follow the sequence; `previous` the newest statement.
create or replace function public.server_unsigned_log_days(before date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with newest as (
    select kept.day, kept.statement from private.log_days kept order by kept.day desc limit 1
  ), span as (
    select coalesce(
      (select newest.day + 1 from newest),
      (select (min(entry.created_at) at time zone 'UTC')::date from public.activity_logs entry)) as first
  )
  select jsonb_build_object(
    'previous', (select newest.statement from newest),
    'days', coalesce((
      select jsonb_agg(jsonb_build_object('day', to_char(past.day, 'YYYY-MM-DD'), 'head', encode(head.hash, 'hex')) order by past.day)
      from (
        select (span.first + place)::date as day from span, generate_series(0, 399) place
        where span.first + place < server_unsigned_log_days.before
      ) past left join lateral (
        select entry.hash from public.activity_logs entry
        where entry.created_at < (past.day + 1)::timestamp at time zone 'UTC'
        order by entry.created_at desc, entry.sequence desc limit 1
      ) head on true), '[]'))
$$;

revoke all on function public.server_unsigned_log_days(date) from public, anon, authenticated, service_role;
grant execute on function public.server_unsigned_log_days(date) to service_role;
