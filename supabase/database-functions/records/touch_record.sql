-- Sets what only the database may: when a record was last written, and how often. A version goes up with each write. It may go up by
-- more than one, where a record is written over that the manifest knew in a later version than its row has; no client is granted the
-- column.
create or replace function private.touch_record() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.version := greatest(old.version + 1, new.version);
  -- The clock's time and not the transaction's: readers ask for what was written since they last asked.
  new.updated_at := clock_timestamp();
  return new;
end $$;

revoke all on function private.touch_record() from public, anon, authenticated, service_role;
