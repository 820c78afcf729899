-- The runs of an engagement, the newest first. Jobs whose server is gone are interrupted first.
create or replace function public.server_engagement_runs(engagement uuid) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.settle_tool_jobs();
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', run.id, 'tool', run.tool, 'target', run.target, 'options', run.options, 'state', run.state, 'failure', run.failure,
    'verdict', run.verdict, 'mark', run.mark, 'counts', run.counts, 'schemaVersion', run.schema_version, 'startedAt', run.started_at,
    'durationMs', run.duration_ms, 'before', run.before_id,
    'askedAt', to_char(run.asked_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endedAt', to_char(run.ended_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by run.asked_at desc), '[]')
  from private.engagement_runs(server_engagement_runs.engagement) run
$$;

revoke all on function public.server_engagement_runs(uuid) from public, anon, authenticated, service_role;
grant execute on function public.server_engagement_runs(uuid) to service_role;
