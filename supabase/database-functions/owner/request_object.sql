-- Neither this nor the other functions that tell who asks (claimed_uuid, caller_id, session_is_live) raise: what a request claims may
-- be missing or garbled, and then the answer is null or false.
--
-- A setting of the request as a JSON object; null where it is absent, malformed or something else.
create or replace function private.request_object(setting text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  parsed jsonb;
begin
  parsed := nullif(current_setting(setting, true), '')::jsonb;
  return case when jsonb_typeof(parsed) = 'object' then parsed end;
exception when others then
  return null;
end $$;

revoke all on function private.request_object(text) from public, anon, authenticated, service_role;
