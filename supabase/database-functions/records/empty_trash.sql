-- Empties the caller's trash in every table of private.make_owner_table, and says how many records went. `deleted_at` is a
-- client's word, whose clock may be wrong: the 30 days are counted from when the database heard it.
create or replace function public.empty_trash() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  made regclass;
  gone integer;
  all_gone integer := 0;
begin
  if not private.owner_session() then
    raise exception 'only the owner in a full session empties the trash' using errcode = '42501';
  end if;
  for made in
    select tgrelid::regclass from pg_catalog.pg_trigger where tgname = 'touch_record' order by tgrelid
  loop
    execute format(
      'delete from %s where user_id = private.caller_id() and deleted_at is not null and updated_at < now() - interval ''30 days''', made);
    get diagnostics gone = row_count;
    all_gone := all_gone + gone;
  end loop;
  return all_gone;
end $$;

revoke all on function public.empty_trash() from public, anon, authenticated, service_role;
grant execute on function public.empty_trash() to authenticated;
