-- Keeps the report of a job that this server runs, and ends it. False where it is no longer this server's. Of one tool and target
-- the newest 100 reports of 400 days stay, those that somebody was shown, and those of an engagement for as long as its row is there.
create or replace function private.keep_tool_report(job_id uuid, runner uuid, report jsonb, counts jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  job private.tool_jobs;
begin
  select * into job from private.tool_jobs one
  where one.id = job_id and one.runner = keep_tool_report.runner and one.state = 'running' for update;
  if job.id is null then
    return false;
  end if;
  insert into private.tool_reports (id, tool, target, schema_version, verdict, mark, counts, report)
  values (job.id, job.tool, job.target, (report ->> 'schemaVersion')::integer, report ->> 'verdict', report ->> 'mark', counts, report);
  perform private.end_tool_job(job.id, 'finished', null);
  delete from private.tool_jobs old
  where old.tool = job.tool and old.target = job.target and old.state not in ('waiting', 'running')
    and (old.asked_at < clock_timestamp() - interval '400 days' or old.id in (
      select kept.id from private.tool_jobs kept where kept.tool = job.tool and kept.target = job.target
      order by kept.asked_at desc offset 100))
    and not exists (select from private.tool_shares share where share.report_id = old.id and share.expires_at > clock_timestamp())
    and not exists (select from private.tool_examples example where example.report_id = old.id)
    and not exists (select from public.engagements engagement where engagement.id = old.engagement_id);
  return true;
end $$;

revoke all on function private.keep_tool_report(uuid, uuid, jsonb, jsonb) from public, anon, authenticated, service_role;
