-- Records what the server itself saw, such as failed sign-ins, as an entry of the owner's. Returns its id, or null while
-- there is no owner (nothing is recorded). Text is cleaned and cut rather than refused; the type must be well formed.
create or replace function private.record_server_event(
  activity_type text, activity_description text, success boolean, metadata jsonb, address text, user_agent text
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  entry_id uuid;
begin
  insert into public.activity_logs (activity_type, activity_description, success, metadata, ip_address, user_agent, user_id)
  select
    record_server_event.activity_type,
    coalesce(private.plain_text(record_server_event.activity_description, 1000), record_server_event.activity_type),
    coalesce(record_server_event.success, true),
    coalesce(record_server_event.metadata, '{}'),
    record_server_event.address,
    record_server_event.user_agent,
    owner.user_id
  from private.owner
  returning id into entry_id;
  return entry_id;
end $$;

revoke all on function private.record_server_event(text, text, boolean, jsonb, text, text) from public, anon, authenticated, service_role;
grant execute on function private.record_server_event(text, text, boolean, jsonb, text, text) to supabase_auth_admin;
