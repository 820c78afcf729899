-- The covers of these items. Those that were fetched before a time may not be kept any longer, and are deleted first.
create or replace function public.server_media_covers(media_ids jsonb, fetched_since timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  delete from private.media_covers kept where kept.fetched_at < server_media_covers.fetched_since;
  select coalesce(jsonb_agg(jsonb_build_object('media_id', kept.media_id, 'type', kept.type, 'bytes', kept.bytes)), '[]')
  from private.media_covers kept
  where kept.media_id in (select wanted.id::uuid from jsonb_array_elements_text(server_media_covers.media_ids) as wanted (id))
$$;

revoke all on function public.server_media_covers(jsonb, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_media_covers(jsonb, timestamptz) to service_role;
