-- Of each link that was visited or opened: how often, by how many visitors (summed over days), by how many bots, and when last.
create or replace function public.short_link_totals()
returns table (link_id uuid, visits bigint, visitors bigint, bots bigint, opened bigint, last_day date)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.owner_session() then
    raise exception 'this is for the owner in a full session' using errcode = 'insufficient_privilege';
  end if;
  return query
    select link.id, coalesce(sums.visits, 0), coalesce(sums.visitors, 0), coalesce(sums.bots, 0), coalesce(counted.opened, 0), sums.last_day
    from public.short_links link
    left join private.short_link_openings counted on counted.link_id = link.id
    left join (
      select day.link_id,
        (sum(day.visits) filter (where day.kind = 'visit'))::bigint as visits,
        (sum(day.visits) filter (where day.kind = 'visitor'))::bigint as visitors,
        (sum(day.visits) filter (where day.kind = 'bot'))::bigint as bots,
        max(day.day) filter (where day.kind = 'visit') as last_day
      from private.short_link_days day group by day.link_id
    ) sums on sums.link_id = link.id
    where link.user_id = private.caller_id() and (sums.link_id is not null or counted.link_id is not null)
    order by link.id;
end $$;

revoke all on function public.short_link_totals() from public, anon, authenticated, service_role;
grant execute on function public.short_link_totals() to authenticated;
