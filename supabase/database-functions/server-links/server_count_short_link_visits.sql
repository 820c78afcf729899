-- Adds visits to the sums of today: lists of {link, kind, name, visits} and of {link, visitor}.
create or replace function public.server_count_short_link_visits(sums jsonb, visitors jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  links uuid[];
  kinds text[];
  names text[];
  counts integer[];
  visited uuid[];
  hashes bytea[];
begin
  select array_agg(told.link), array_agg(told.kind), array_agg(told.name), array_agg(told.visits) into links, kinds, names, counts
  from jsonb_to_recordset(server_count_short_link_visits.sums) as told (link uuid, kind text, name text, visits integer);
  select array_agg(told.link), array_agg(told.visitor) into visited, hashes
  from jsonb_to_recordset(server_count_short_link_visits.visitors) as told (link uuid, visitor bytea);
  perform private.count_short_link_visits(links, kinds, names, counts, visited, hashes);
  return null;
end $$;

revoke all on function public.server_count_short_link_visits(jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.server_count_short_link_visits(jsonb, jsonb) to service_role;
