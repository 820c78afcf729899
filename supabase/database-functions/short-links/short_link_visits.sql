-- The sums of one link since a day: visits and visitors by day, and everything else added up over the days, the most first.
create or replace function public.short_link_visits(link uuid, since date)
returns table (day date, kind text, name text, visits bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.owner_session() then
    raise exception 'this is for the owner in a full session' using errcode = 'insufficient_privilege';
  end if;
  return query
    select case when sums.kind in ('visit', 'visitor') then sums.day end, sums.kind, sums.name, sum(sums.visits)::bigint
    from private.short_link_days sums join public.short_links owned on owned.id = sums.link_id
    where sums.link_id = short_link_visits.link and sums.day >= short_link_visits.since and owned.user_id = private.caller_id()
    group by 1, sums.kind, sums.name
    order by sums.kind, 1, 4 desc, sums.name
    limit 5000;
end $$;

revoke all on function public.short_link_visits(uuid, date) from public, anon, authenticated, service_role;
grant execute on function public.short_link_visits(uuid, date) to authenticated;
