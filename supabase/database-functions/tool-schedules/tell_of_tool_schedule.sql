-- Tells the owner's bell of a schedule. It leads to the report where there is one, and to the tool's page otherwise.
-- metadata: tool, schedule, and the report where there is one.
create or replace function private.tell_of_tool_schedule(schedule private.tool_schedules, said text, message text, report_id uuid)
returns void
language sql security definer set search_path = ''
as $$
  insert into public.notifications (user_id, type, title, message, icon, important, metadata, link)
  select owner.user_id, 'alert', private.plain_text(schedule.title || ': ' || schedule.target || ' ' || said, 200),
    coalesce(private.plain_text(message, 2000), ''), 'shield-alert', true,
    jsonb_strip_nulls(jsonb_build_object('tool', schedule.tool, 'schedule', schedule.id, 'report', report_id)),
    '/' || schedule.tool || coalesce('#job=' || report_id, '')
  from private.owner
$$;

revoke all on function private.tell_of_tool_schedule(private.tool_schedules, text, text, uuid) from public, anon, authenticated, service_role;
