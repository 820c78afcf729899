-- Deletes values that were taken in, or are not wanted; answers how many there were. 5000 ids at most.
create or replace function public.delete_health_feed_values(ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('delete_health_feed_values');
  hit integer;
begin
  if cardinality(delete_health_feed_values.ids) > 5000 then
    raise sqlstate 'PT413' using message = 'These are more than can wait';
  end if;
  delete from private.health_feed_values one where one.user_id = owner_id and one.id = any (delete_health_feed_values.ids);
  get diagnostics hit = row_count;
  return hit;
end $$;

revoke all on function public.delete_health_feed_values(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.delete_health_feed_values(uuid[]) to authenticated;
