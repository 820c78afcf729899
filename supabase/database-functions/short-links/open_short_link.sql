-- Takes one of the openings that a link allows: its address as it is now, or nothing once all are taken or its time has passed.
-- Openings at the same time queue on the row, so that exactly as many succeed as are allowed.
create or replace function private.open_short_link(link_id uuid) returns text
language plpgsql set search_path = ''
as $$
declare
  link public.short_links;
begin
  select * into link from public.short_links candidate
  where candidate.id = open_short_link.link_id and candidate.deleted_at is null
    and (candidate.expires_at is null or candidate.expires_at > clock_timestamp());
  if not found then
    return null;
  end if;
  insert into private.short_link_openings as counted (link_id, opened) values (link.id, 1)
    on conflict on constraint short_link_openings_pkey do update set opened = counted.opened + 1
    where link.max_visits is null or counted.opened < link.max_visits;
  return case when found then link.url end;
end $$;

revoke all on function private.open_short_link(uuid) from public, anon, authenticated, service_role;
