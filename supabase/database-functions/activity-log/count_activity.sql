create or replace function private.count_activity() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  fails constant bigint := case when new.success then 0 else 1 end;
begin
  insert into private.activity_log_volume as volume (hour, entries, failed)
  values (date_trunc('hour', new.created_at, 'UTC'), 1, fails)
  on conflict (hour) do update set entries = volume.entries + 1, failed = volume.failed + fails;
  return null;
end $$;

revoke all on function private.count_activity() from public, anon, authenticated, service_role;
