-- The log in figures: `total`, `failed`, `first_at` and `last_at` (hours) of all of it, and `buckets` of the span asked for,
-- the empty ones left out: {at, entries, failed}, each `bucket_hours` whole hours long, counted from the span's first hour.
-- At most 200 buckets: a span that would have more gets longer ones.
create or replace function public.activity_log_summary(span_from timestamptz default null, span_to timestamptz default null, bucket_count integer default 60)
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

revoke all on function public.activity_log_summary(timestamptz, timestamptz, integer) from public, anon, authenticated, service_role;
grant execute on function public.activity_log_summary(timestamptz, timestamptz, integer) to authenticated;
