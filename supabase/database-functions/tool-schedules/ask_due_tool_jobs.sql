-- Puts a job in the queue for each schedule that is due, and answers how many. One that no full session renewed for 90 days is
-- paused instead, and the owner is told. Runs that were missed while no server was there are made up for by one. While the queue
-- is full, or a schedule's last job has not ended, it waits.
create or replace function private.ask_due_tool_jobs(now_at timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due private.tool_schedules;
  asked integer := 0;
begin
  for due in
    select schedule.* from private.tool_schedules schedule
    where schedule.paused is null and schedule.next_at <= now_at
      and not exists (select from private.tool_jobs job where job.schedule_id = schedule.id and job.state in ('waiting', 'running'))
    order by schedule.next_at limit 20 for update of schedule skip locked
  loop
    if due.renewed_at <= now_at - interval '90 days' then
      update private.tool_schedules schedule set paused = 'age' where schedule.id = due.id;
      perform private.tell_of_tool_schedule(due, 'is no longer checked',
        'Its schedule paused after 90 days. Renew it on the tool’s page if it is still wanted.', null);
      continue;
    end if;
    exit when (select count(*) from private.tool_jobs job where job.state in ('waiting', 'running')) >= 20;
    insert into private.tool_jobs (tool, target, options, consent_at, schedule_id)
    values (due.tool, due.target, due.options, due.consent_at, due.id);
    update private.tool_schedules schedule
    set next_at = due.next_at + private.tool_schedule_period(due.every)
      * (1 + floor(extract(epoch from now_at - due.next_at) / extract(epoch from private.tool_schedule_period(due.every))))
    where schedule.id = due.id;
    asked := asked + 1;
  end loop;
  return asked;
end $$;

revoke all on function private.ask_due_tool_jobs(timestamptz) from public, anon, authenticated, service_role;
