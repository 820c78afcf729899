-- Whatever ends a job forgets its picture.
create or replace function private.forget_tool_job_picture() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.seen := null;
  return new;
end $$;

revoke all on function private.forget_tool_job_picture() from public, anon, authenticated, service_role;
