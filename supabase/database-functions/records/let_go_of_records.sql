-- Deletes those of the caller's records that are in the trash, and says how many of the named ones are still there: what was
-- brought back meanwhile stays. `collection` is a table of private.make_owner_table. It takes the vault's lock first, as write_vault
-- does: both count what is kept, and would otherwise wait for each other.
create or replace function public.let_go_of_records(collection text, ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('let_go_of_records');
  made regclass;
  left_over integer;
begin
  select tgrelid::regclass into made
  from pg_catalog.pg_trigger join pg_catalog.pg_class relation on relation.oid = tgrelid
  where tgname = 'touch_record' and relation.relname = collection and relation.relnamespace = 'public'::regnamespace;
  if made is null then
    raise sqlstate 'PT404' using message = 'There is no such collection';
  end if;
  perform from private.vaults vault where vault.user_id = owner_id for update;
  execute format('delete from %s where user_id = $1 and id = any ($2) and deleted_at is not null', made) using owner_id, ids;
  execute format('select count(*) from %s where user_id = $1 and id = any ($2)', made) into left_over using owner_id, ids;
  return left_over;
end $$;

revoke all on function public.let_go_of_records(text, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.let_go_of_records(text, uuid[]) to authenticated;
