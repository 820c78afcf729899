-- Where a notification leads: to a page of this site, such as the report that it tells of.

-- A path from the root, with its query and fragment. Two slashes, or a backslash for one of them, would begin another host's address.
alter table public.notifications add column link text
  check (char_length(link) <= 500)
  check (link ~ '^/(?![/\\])[A-Za-z0-9._~%!$&''()*+,;=:@/?#-]*$');
grant insert (link) on table public.notifications to authenticated;

-- Notifications of the tools that were made before name their report already.
update public.notifications notification
set link = '/' || (metadata ->> 'tool') || '#job=' || (metadata ->> 'report')
where metadata ->> 'tool' ~ '^[a-z][a-z0-9-]{0,63}$' and metadata ->> 'report' ~ '^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$';

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
revoke all on function private.tell_of_tool_schedule(private.tool_schedules, text, text, uuid)
from public, anon, authenticated, service_role;
