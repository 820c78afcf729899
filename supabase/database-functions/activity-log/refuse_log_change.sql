create or replace function private.refuse_log_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'the log is append only' using errcode = 'insufficient_privilege';
end $$;

revoke all on function private.refuse_log_change() from public, anon, authenticated, service_role;
