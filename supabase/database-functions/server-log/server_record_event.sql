-- Records what the server itself saw. Answers the entry's id, or null while there is no owner.
create or replace function public.server_record_event(
  activity_type text, activity_description text, success boolean, metadata jsonb, address text, user_agent text
) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(private.record_server_event(
    server_record_event.activity_type, server_record_event.activity_description, server_record_event.success,
    server_record_event.metadata, server_record_event.address, left(server_record_event.user_agent, 400)))
$$;

revoke all on function public.server_record_event(text, text, boolean, jsonb, text, text) from public, anon, authenticated, service_role;
grant execute on function public.server_record_event(text, text, boolean, jsonb, text, text) to service_role;
