-- What CISA said of each weakness that it was asked about.
create or replace function public.server_threat_assessments() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('cve', kept.cve, 'points', kept.points, 'asked_at', kept.asked_at)), '[]')
  from private.threat_assessments kept
$$;

revoke all on function public.server_threat_assessments() from public, anon, authenticated, service_role;
grant execute on function public.server_threat_assessments() to service_role;
