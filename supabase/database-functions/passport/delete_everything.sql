-- Deletes what the catalogue (private.owners_tables) does not say stays; answers how many rows of each table of schema public, but
-- for promises, which are nobody's to count. The account, its sessions and authenticators stay, and so does the log, with one more
-- entry: whoever could empty it could hide. Wants an authenticator's code or a passkey of the last five minutes, whether or not one
-- is required to sign in.
create or replace function public.delete_everything() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('delete_everything');
  left_over regclass[] := array(select made from private.owners_tables() where fate = 'deleted');
  next_table record;
  hit bigint;
  deleted jsonb := '{}';
begin
  perform private.require_fresh_verification('-infinity');
  while cardinality(left_over) > 0 loop
    -- What others point at goes after them, and what seals records after these.
    select candidate.*, relation.relname, relation.relnamespace = 'public'::regnamespace as is_public into next_table
    from private.owners_tables() candidate join pg_catalog.pg_class relation on relation.oid = candidate.made
    where candidate.made = any (left_over) and not exists (
      select from pg_catalog.pg_constraint bond
      where bond.contype = 'f' and bond.confrelid = candidate.made and bond.conrelid <> candidate.made and bond.conrelid = any (left_over))
    order by is_public desc, candidate.made::text limit 1;
    if next_table.made is null then
      raise exception 'tables point at each other in a circle: %', left_over;
    end if;
    execute format('delete from %s where %s', next_table.made, case when next_table.has_owner then 'user_id = $1' else 'true' end)
    using owner_id;
    get diagnostics hit = row_count;
    if next_table.is_public and next_table.place is not null then
      deleted := deleted || jsonb_build_object(next_table.relname, hit);
    end if;
    left_over := array_remove(left_over, next_table.made);
  end loop;
  insert into public.activity_logs (activity_type, activity_description, metadata)
  values ('data_event', 'Everything was deleted', deleted);
  return deleted;
end $$;

revoke all on function public.delete_everything() from public, anon, authenticated, service_role;
grant execute on function public.delete_everything() to authenticated;
