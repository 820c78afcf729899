-- Makes of a report the example that visitors of its tool's page see.
create or replace function public.server_set_tool_example(tool text, report_id uuid, report jsonb) returns jsonb
language sql security definer set search_path = ''
as $$
  insert into private.tool_examples (tool, report_id, report)
  values (server_set_tool_example.tool, server_set_tool_example.report_id, server_set_tool_example.report)
  on conflict on constraint tool_examples_pkey do update set report_id = excluded.report_id, report = excluded.report;
  select null::jsonb
$$;

revoke all on function public.server_set_tool_example(text, uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.server_set_tool_example(text, uuid, jsonb) to service_role;
