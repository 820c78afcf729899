-- A task that is done says since when, and no other does, whoever wrote it.
create or replace function private.date_completion() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.completed_at := case when new.status = 'done' then coalesce(new.completed_at, now()) end;
  return new;
end $$;

revoke all on function private.date_completion() from public, anon, authenticated, service_role;
