create or replace function private.tool_schedule_period(every text) returns interval
language sql immutable set search_path = ''
as $$
  select case every when 'daily' then interval '1 day' when 'weekly' then interval '7 days' end
$$;

revoke all on function private.tool_schedule_period(text) from public, anon, authenticated, service_role;
