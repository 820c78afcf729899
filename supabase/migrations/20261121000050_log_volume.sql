-- How much was logged when, so that totals and the histogram of a long log are answered without counting its rows.

-- One row for each hour. Kept by a trigger under the lock that the chain's head holds already.
create table private.activity_log_volume (
  hour timestamptz primary key,
  entries bigint not null check (entries > 0),
  failed bigint not null check (failed between 0 and entries)
);
alter table private.activity_log_volume enable row level security;
revoke all on table private.activity_log_volume from public, anon, authenticated, service_role;

insert into private.activity_log_volume (hour, entries, failed)
select date_trunc('hour', log.created_at, 'UTC'), count(*), count(*) filter (where not log.success) from public.activity_logs log group by 1;

create function private.count_activity() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  fails constant bigint := case when new.success then 0 else 1 end;
begin
  insert into private.activity_log_volume as volume (hour, entries, failed)
  values (date_trunc('hour', new.created_at, 'UTC'), 1, fails)
  on conflict (hour) do update set entries = volume.entries + 1, failed = volume.failed + fails;
  return null;
end $$;

create trigger count_activity after insert on public.activity_logs
  for each row execute function private.count_activity();

-- The log in figures: `total`, `failed`, `first_at` and `last_at` (hours) of all of it, and `buckets` of the span asked for,
-- the empty ones left out: {at, entries, failed}, each `bucket_hours` whole hours long, counted from the span's first hour.
-- At most 200 buckets: a span that would have more gets longer ones.
create function public.activity_log_summary(span_from timestamptz default null, span_to timestamptz default null, bucket_count integer default 60)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  figures record;
  earliest timestamptz;
  starts timestamptz;
  ends timestamptz;
  bucket_hours integer;
  buckets jsonb;
begin
  if not private.owner_session() then
    raise exception 'permission denied for function activity_log_summary' using errcode = 'insufficient_privilege';
  end if;
  select coalesce(sum(volume.entries), 0) as total, coalesce(sum(volume.failed), 0) as failed,
    min(volume.hour) as first_at, max(volume.hour) as last_at
  into figures from private.activity_log_volume volume;
  -- A young log is shown over a day.
  earliest := least(coalesce(figures.first_at, now()), now() - interval '23 hours');
  starts := date_trunc('hour', greatest(coalesce(span_from, earliest), earliest), 'UTC');
  ends := greatest(date_trunc('hour', least(coalesce(span_to, now()), now()), 'UTC'), starts) + interval '1 hour';
  bucket_hours := greatest(
    1, ceil(extract(epoch from ends - starts) / 3600 / least(greatest(coalesce(bucket_count, 60), 1), 200)))::integer;
  select coalesce(jsonb_agg(jsonb_build_object('at', bucket.at, 'entries', bucket.entries, 'failed', bucket.failed) order by bucket.at), '[]')
  into buckets
  from (
    select date_bin(make_interval(hours => bucket_hours), volume.hour, starts) as at, sum(volume.entries) as entries,
      sum(volume.failed) as failed
    from private.activity_log_volume volume where volume.hour >= starts and volume.hour < ends group by 1
  ) bucket;
  return jsonb_build_object('total', figures.total, 'failed', figures.failed, 'first_at', figures.first_at, 'last_at', figures.last_at,
    'span_from', starts, 'span_to', ends, 'bucket_hours', bucket_hours, 'buckets', buckets);
end $$;

revoke all on function private.count_activity(), public.activity_log_summary(timestamptz, timestamptz, integer)
from public, anon, authenticated, service_role;
grant execute on function public.activity_log_summary(timestamptz, timestamptz, integer) to authenticated;
