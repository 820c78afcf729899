create or replace function private.base64url(value bytea) returns text
language sql immutable set search_path = ''
as $$ select rtrim(translate(encode(value, 'base64'), E'+/\n', '-_'), '=') $$;

revoke all on function private.base64url(bytea) from public, anon, authenticated, service_role;
