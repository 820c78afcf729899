-- Keeps what CISA said of a weakness; points may be null.
create or replace function public.server_keep_threat_assessment(cve text, points jsonb, asked_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  insert into private.threat_assessments (cve, points, asked_at)
  values (server_keep_threat_assessment.cve, server_keep_threat_assessment.points, server_keep_threat_assessment.asked_at)
  on conflict on constraint threat_assessments_pkey do update set points = excluded.points, asked_at = excluded.asked_at;
  select null::jsonb
$$;

revoke all on function public.server_keep_threat_assessment(text, jsonb, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_keep_threat_assessment(text, jsonb, timestamptz) to service_role;
