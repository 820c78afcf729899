-- Ends a sign-in at the provider, once: its sealed verifier, or null where this session started none with this state.
create or replace function public.server_finish_music_authorization(state_hash bytea, session_id uuid, at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  delete from private.music_authorizations begun
  where begun.state_hash = server_finish_music_authorization.state_hash
    and begun.session_id = server_finish_music_authorization.session_id and begun.expires_at > server_finish_music_authorization.at
  returning to_jsonb(begun.sealed_verifier)
$$;

revoke all on function public.server_finish_music_authorization(bytea, uuid, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_finish_music_authorization(bytea, uuid, timestamptz) to service_role;
