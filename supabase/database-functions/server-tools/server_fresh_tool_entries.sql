-- Entries of a report's list that none of the twenty reports before it on the same target has; none where there is no such report.
-- `field` is the list's name in the report, `key` what tells its entries apart.
create or replace function public.server_fresh_tool_entries(report_id uuid, field text, key text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with made as (
    select kept.tool, kept.target, kept.made_at, kept.report from private.tool_reports kept
    where kept.id = server_fresh_tool_entries.report_id
  ), earlier as materialized (
    select old.report from private.tool_reports old, made
    where old.tool = made.tool and old.target = made.target and old.id <> server_fresh_tool_entries.report_id
      and old.made_at <= made.made_at
    order by old.made_at desc limit 20
  )
  select coalesce(jsonb_agg(fresh.entry order by fresh.entry), '[]') from (
    select one ->> server_fresh_tool_entries.key as entry
    from made, jsonb_array_elements(made.report -> server_fresh_tool_entries.field) one where exists (select from earlier)
    except
    select one ->> server_fresh_tool_entries.key
    from earlier, jsonb_array_elements(earlier.report -> server_fresh_tool_entries.field) one
  ) fresh where fresh.entry is not null
$$;

revoke all on function public.server_fresh_tool_entries(uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.server_fresh_tool_entries(uuid, text, text) to service_role;
