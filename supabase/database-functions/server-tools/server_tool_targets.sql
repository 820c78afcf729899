-- What each tool last said of each target, the newest first.
create or replace function public.server_tool_targets() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'target', newest.target, 'tool', newest.tool, 'id', newest.report_id, 'verdict', newest.verdict, 'mark', newest.mark,
    'counts', newest.counts, 'madeAt', to_char(newest.made_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by newest.made_at desc, newest.tool, newest.target), '[]')
  from private.tool_targets() newest
$$;

revoke all on function public.server_tool_targets() from public, anon, authenticated, service_role;
grant execute on function public.server_tool_targets() to service_role;
