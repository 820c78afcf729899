-- Whether the caller may join a private realtime channel. Every topic is the owner's so far.
create or replace function private.may_join_channel(topic text) returns boolean
language sql stable security definer set search_path = ''
as $$ select topic is not null and private.owner_session() $$;

revoke all on function private.may_join_channel(text) from public, anon, authenticated, service_role;
grant execute on function private.may_join_channel(text) to anon, authenticated;
