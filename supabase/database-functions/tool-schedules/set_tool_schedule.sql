-- Makes the schedule of a tool and target, or makes it anew: {id}, or {refused: 'consent' | 'too_many'}. First run after one period.
create or replace function private.set_tool_schedule(
  tool text, title text, target text, options jsonb, every text, needs_consent boolean, consents boolean, now_at timestamptz
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  consented timestamptz;
  schedule_id uuid;
begin
  lock table private.tool_schedules in share row exclusive mode;
  if needs_consent then
    select case when consents then clock_timestamp() else max(said.consent_at) end into consented
    from (
      select job.consent_at from private.tool_jobs job
      where job.tool = set_tool_schedule.tool and job.target = set_tool_schedule.target
      union all
      select schedule.consent_at from private.tool_schedules schedule
      where schedule.tool = set_tool_schedule.tool and schedule.target = set_tool_schedule.target
    ) said;
    if consented is null then
      return jsonb_build_object('refused', 'consent');
    end if;
  end if;
  if (select count(*) from private.tool_schedules) >= 100 and not exists (
    select from private.tool_schedules schedule
    where schedule.tool = set_tool_schedule.tool and schedule.target = set_tool_schedule.target
  ) then
    return jsonb_build_object('refused', 'too_many');
  end if;
  insert into private.tool_schedules as schedule (tool, title, target, options, consent_at, every, renewed_at, next_at)
  values (set_tool_schedule.tool, set_tool_schedule.title, set_tool_schedule.target, set_tool_schedule.options, consented,
    set_tool_schedule.every, now_at, now_at + private.tool_schedule_period(set_tool_schedule.every))
  on conflict on constraint tool_schedules_tool_target_key do update
  set title = excluded.title, options = excluded.options, consent_at = excluded.consent_at, every = excluded.every,
    renewed_at = excluded.renewed_at, next_at = excluded.next_at, paused = null, pause_note = null
  returning schedule.id into schedule_id;
  return jsonb_build_object('id', schedule_id);
end $$;

revoke all on function private.set_tool_schedule(text, text, text, jsonb, text, boolean, boolean, timestamptz) from public, anon, authenticated, service_role;
