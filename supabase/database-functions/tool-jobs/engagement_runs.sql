-- The jobs of an engagement, the newest first, at most 2,000. Of a finished one: when the tool itself began and how long it took, and, of
-- the newest of its tool and target, the report before it: of the engagement, or else of before.
create or replace function private.engagement_runs(engagement uuid)
returns table (
  id uuid, tool text, target text, options jsonb, state text, failure text, asked_at timestamptz, ended_at timestamptz, verdict text,
  mark text, counts jsonb, schema_version integer, started_at text, duration_ms double precision, before_id uuid
)
language sql stable security definer set search_path = ''
as $$
  with runs as (
    select job.*, report.id as report_id, report.verdict, report.mark, report.counts, report.schema_version, report.made_at,
      report.report ->> 'startedAt' as started_at, (report.report ->> 'durationMs')::float8 as duration_ms,
      row_number() over (partition by job.tool, job.target, report.id is null order by job.asked_at desc) as place
    from private.tool_jobs job left join private.tool_reports report on report.id = job.id
    where job.engagement_id = engagement
    order by job.asked_at desc limit 2000
  )
  select run.id, run.tool, run.target, run.options, run.state, run.failure, run.asked_at, run.ended_at, run.verdict, run.mark, run.counts,
    run.schema_version, run.started_at, run.duration_ms,
    case when run.report_id is not null and run.place = 1 then (
      select old.id from private.tool_reports old join private.tool_jobs earlier on earlier.id = old.id
      where old.tool = run.tool and old.target = run.target and old.made_at < run.made_at
      order by earlier.engagement_id is not distinct from engagement desc, old.made_at desc limit 1
    ) end
  from runs run order by run.asked_at desc
$$;

revoke all on function private.engagement_runs(uuid) from public, anon, authenticated, service_role;
