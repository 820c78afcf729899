-- record_server_event for a server in front of a hosted project. False while there is no owner: nothing is recorded then.
create or replace function public.server_record_event(
  activity_type text, activity_description text, success boolean, metadata jsonb, address text, user_agent text
) returns boolean
language sql security definer set search_path = ''
as $$
  select private.record_server_event(
    server_record_event.activity_type, server_record_event.activity_description, server_record_event.success,
    server_record_event.metadata, server_record_event.address, server_record_event.user_agent
  ) is not null
$$;

revoke all on function public.server_record_event(text, text, boolean, jsonb, text, text) from public, anon, authenticated, service_role;
grant execute on function public.server_record_event(text, text, boolean, jsonb, text, text) to service_role;
