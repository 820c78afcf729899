-- Keeps the owner's sealed key to the film database in the place of the one before.
create or replace function public.server_keep_media_key(sealed_key text, kept_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  insert into public.media_keys (user_id, sealed_key, kept_at)
  select owner.user_id, server_keep_media_key.sealed_key, server_keep_media_key.kept_at from private.owner
  on conflict on constraint media_keys_pkey do update set sealed_key = excluded.sealed_key, kept_at = excluded.kept_at;
  select null::jsonb
$$;

revoke all on function public.server_keep_media_key(text, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_keep_media_key(text, timestamptz) to service_role;
