-- Deletes a report with its job, every link to it and the example made of it, and leaves a row in the log. False where there is none.
create or replace function private.delete_tool_report(report_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  gone private.tool_jobs;
begin
  delete from private.tool_jobs job
  where job.id = delete_tool_report.report_id
    and exists (select from private.tool_reports report where report.id = job.id)
  returning * into gone;
  if gone.id is null then
    return false;
  end if;
  perform private.record_server_event('app_activity', gone.tool || ' report deleted: ' || gone.target, true,
    jsonb_build_object('tool', gone.tool, 'job', gone.id, 'outcome', 'deleted'), null, null);
  return true;
end $$;

revoke all on function private.delete_tool_report(uuid) from public, anon, authenticated, service_role;
