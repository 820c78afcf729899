-- Puts a job in the queue, of an engagement or (null) of none: {id}, or {refused: 'busy' | 'too_often' | 'consent'}.
create or replace function private.ask_tool_job(
  tool text, target text, options jsonb, needs_consent boolean, consents boolean, engagement_id uuid
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  consented timestamptz;
  job_id uuid;
begin
  lock table private.tool_jobs in share row exclusive mode;
  if (select count(*) from private.tool_jobs job where job.state in ('waiting', 'running')) >= 20 then
    return jsonb_build_object('refused', 'busy');
  end if;
  if (select count(*) from private.tool_jobs job
      where job.target = ask_tool_job.target and job.tool = ask_tool_job.tool and job.asked_at > clock_timestamp() - interval '1 minute') >= 12 then
    return jsonb_build_object('refused', 'too_often');
  end if;
  if needs_consent then
    select case when consents then clock_timestamp() else max(job.consent_at) end into consented
    from private.tool_jobs job where job.target = ask_tool_job.target and job.tool = ask_tool_job.tool;
    if consented is null then
      return jsonb_build_object('refused', 'consent');
    end if;
  end if;
  insert into private.tool_jobs (tool, target, options, consent_at, engagement_id)
  values (ask_tool_job.tool, ask_tool_job.target, ask_tool_job.options, consented, ask_tool_job.engagement_id) returning id into job_id;
  return jsonb_build_object('id', job_id);
end $$;

revoke all on function private.ask_tool_job(text, text, jsonb, boolean, boolean, uuid) from public, anon, authenticated, service_role;
