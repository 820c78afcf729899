-- What is kept, as [{place, rows, removed, bytes}] in the order of the places, which private.kept_tables names: tables of the API by
-- their own names; 'vault', its manifest, ways in and devices; 'music', the sealed connection; 'note_file_objects', what the storage keeps of
-- large files in notes, whose bytes are those of its objects. `removed` rows can come back; null
-- where nothing can. The log's rows are counted as they are written, so that a long log costs nothing here. Bytes are those on the
-- disk, indexes included.
create or replace function public.data_passport() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('data_passport');
  kept record;
  living bigint;
  removed bigint;
  counted jsonb := '[]';
begin
  for kept in select * from private.owners_tables() one where one.place is not null loop
    if not kept.rows_count then
      select 0, null into living, removed;
    elsif kept.made = 'public.activity_logs'::regclass then
      select coalesce(sum(volume.entries), 0), null into living, removed from private.activity_log_volume volume;
    else
      execute format('select count(*) filter (where %1$s), %2$s from %3$s where %4$s',
        case when kept.has_trash then 'deleted_at is null' else 'true' end,
        case when kept.has_trash then 'count(*) filter (where deleted_at is not null)' else 'null::bigint' end,
        kept.made,
        case when kept.has_owner then 'user_id = $1' else 'true' end)
      into living, removed using owner_id;
    end if;
    counted := counted || jsonb_build_object('place', kept.place, 'rows', living, 'removed', removed,
      'bytes', pg_catalog.pg_total_relation_size(kept.made));
  end loop;
  -- The storage keeps these outside of any table of the owner's.
  counted := counted || (
    select jsonb_build_object('place', 'note_file_objects', 'rows', count(*) filter (where object.name not like '%/loose'), 'removed', null,
      'bytes', coalesce(sum((object.metadata ->> 'size')::bigint), 0))
    from storage.objects object where object.bucket_id = 'note-files');
  return (
    select jsonb_agg(to_jsonb(places) order by places.place)
    from (
      select one.place, sum(one.rows) as rows, sum(one.removed) as removed, sum(one.bytes) as bytes
      from jsonb_to_recordset(counted) as one (place text, rows bigint, removed bigint, bytes bigint)
      group by one.place) places);
end $$;

revoke all on function public.data_passport() from public, anon, authenticated, service_role;
grant execute on function public.data_passport() to authenticated;
