-- A claim of the caller as a UUID; null where it is absent or none.
create or replace function private.claimed_uuid(claim text) returns uuid
language sql stable set search_path = ''
as $$
  select case when value ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then value::uuid end
  from (select private.request_object('request.jwt.claims') ->> claim as value) claimed
$$;

revoke all on function private.claimed_uuid(text) from public, anon, authenticated, service_role;
