-- Which rows of the owner's were found to be the same as rows of files, {id in a file: id here}: the rehearsal goes by it.
create or replace function public.restored_twins(list text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('restored_twins');
begin
  return coalesce(
    (select jsonb_object_agg(known.file_id, known.row_id) from private.restored_twins known
     where known.user_id = owner_id and known.list = restored_twins.list),
    '{}');
end $$;

revoke all on function public.restored_twins(text) from public, anon, authenticated, service_role;
grant execute on function public.restored_twins(text) to authenticated;
