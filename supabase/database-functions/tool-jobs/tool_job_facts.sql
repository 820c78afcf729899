-- A job as its page sees it; verdict and mark are its report's.
create or replace function private.tool_job_facts(job private.tool_jobs, verdict text, mark text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', job.id, 'tool', job.tool, 'target', job.target, 'options', job.options, 'state', job.state, 'done', job.done::float8,
    'doing', job.doing, 'failure', job.failure, 'seen', job.seen, 'engagement', job.engagement_id,
    'askedAt', to_char(job.asked_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'verdict', verdict, 'mark', mark)
$$;

revoke all on function private.tool_job_facts(private.tool_jobs, text, text) from public, anon, authenticated, service_role;
