-- What OSV said of each of these advisories that is kept.
create or replace function public.server_threat_advisories(ids jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', kept.id, 'modified', kept.modified, 'facts', kept.facts)), '[]')
  from private.threat_advisories kept
  where kept.id in (select wanted.id from jsonb_array_elements_text(server_threat_advisories.ids) as wanted (id))
$$;

revoke all on function public.server_threat_advisories(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.server_threat_advisories(jsonb) to service_role;
