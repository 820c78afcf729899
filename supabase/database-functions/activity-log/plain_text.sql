-- Text with control and direction characters replaced by spaces, cut to a length; null when nothing is left.
create or replace function private.plain_text(value text, max_length integer) returns text
language sql immutable set search_path = ''
as $$
  select nullif(
    left(btrim(regexp_replace(value, '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]+', ' ', 'g')), max_length), '')
$$;

revoke all on function private.plain_text(text, integer) from public, anon, authenticated, service_role;
