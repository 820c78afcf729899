create or replace function private.refuse_report_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'a report is never changed';
end $$;

revoke all on function private.refuse_report_change() from public, anon, authenticated, service_role;
