-- Writes down a sign-in at the provider that a session started; those that have expired go.
create or replace function public.server_begin_music_authorization(
  state_hash bytea, session_id uuid, sealed_verifier text, at timestamptz, expires_at timestamptz
) returns jsonb
language sql security definer set search_path = ''
as $$
  delete from private.music_authorizations begun where begun.expires_at <= server_begin_music_authorization.at;
  insert into private.music_authorizations (state_hash, session_id, sealed_verifier, expires_at)
  values (
    server_begin_music_authorization.state_hash, server_begin_music_authorization.session_id,
    server_begin_music_authorization.sealed_verifier, server_begin_music_authorization.expires_at);
  select null::jsonb
$$;

revoke all on function public.server_begin_music_authorization(bytea, uuid, text, timestamptz, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_begin_music_authorization(bytea, uuid, text, timestamptz, timestamptz) to service_role;
