-- Keeps the cover of an item. Answers false where the item is not there.
create or replace function public.server_keep_media_cover(media_id uuid, type text, bytes bytea, fetched_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.media_covers (media_id, type, bytes, fetched_at)
  select item.id, server_keep_media_cover.type, server_keep_media_cover.bytes, server_keep_media_cover.fetched_at
  from public.media_items item where item.id = server_keep_media_cover.media_id
  on conflict on constraint media_covers_pkey do update
    set type = excluded.type, bytes = excluded.bytes, fetched_at = excluded.fetched_at;
  return to_jsonb(found);
end $$;

revoke all on function public.server_keep_media_cover(uuid, text, bytea, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_keep_media_cover(uuid, text, bytea, timestamptz) to service_role;
