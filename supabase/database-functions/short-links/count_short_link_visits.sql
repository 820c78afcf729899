-- Adds visits to the sums of today. The first four lists belong together, and so do the last two. A link has at most 100 names
-- of a kind in a day, the rest is `other`, and at most 10000 visitors are told apart. Rows are written in one order, so that
-- servers that do this at once wait for each other and do not get stuck.
create or replace function private.count_short_link_visits(links uuid[], kinds text[], names text[], counts integer[], visited uuid[], visitors bytea[])
returns void
language plpgsql set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
begin
  -- It is told of within milliseconds and need not wait for the disk: the server's end loses nothing of it, the machine's might.
  perform set_config('synchronous_commit', 'off', true);
  insert into private.short_link_days as kept (link_id, day, kind, name, visits)
  select numbered.link_id, today, numbered.kind,
    case when numbered.is_known or numbered.place + numbered.known <= 100 then numbered.name else 'other' end as shown,
    sum(numbered.visits)
  from (
    select given.*,
      row_number() over (partition by given.link_id, given.kind, given.is_known order by given.visits desc, given.name) as place,
      (select count(*) from private.short_link_days day
        where day.link_id = given.link_id and day.day = today and day.kind = given.kind) as known
    from (
      select told.link_id, told.kind, told.name, sum(told.visits) as visits,
        exists (select from private.short_link_days day where day.link_id = told.link_id and day.day = today
          and day.kind = told.kind and day.name = told.name) as is_known
      from unnest(count_short_link_visits.links, count_short_link_visits.kinds, count_short_link_visits.names, count_short_link_visits.counts)
        as told (link_id, kind, name, visits)
      where exists (select from public.short_links link where link.id = told.link_id)
      group by told.link_id, told.kind, told.name
    ) given
  ) numbered
  group by numbered.link_id, numbered.kind, shown
  order by numbered.link_id, numbered.kind, shown
  on conflict on constraint short_link_days_pkey do update set visits = kept.visits + excluded.visits;

  with seen as (
    insert into private.short_link_visitors (link_id, day, visitor)
    select distinct told.link_id, today, told.visitor
    from unnest(count_short_link_visits.visited, count_short_link_visits.visitors) as told (link_id, visitor)
    where exists (select from public.short_links link where link.id = told.link_id)
      and coalesce((select day.visits from private.short_link_days day
        where day.link_id = told.link_id and day.day = today and day.kind = 'visitor'), 0) < 10000
    order by told.link_id, told.visitor
    on conflict on constraint short_link_visitors_pkey do nothing
    returning link_id
  )
  insert into private.short_link_days as kept (link_id, day, kind, name, visits)
  select seen.link_id, today, 'visitor', '', count(*) from seen group by seen.link_id order by seen.link_id
  on conflict on constraint short_link_days_pkey do update set visits = kept.visits + excluded.visits;
end $$;

revoke all on function private.count_short_link_visits(uuid[], text[], text[], integer[], uuid[], bytea[]) from public, anon, authenticated, service_role;
