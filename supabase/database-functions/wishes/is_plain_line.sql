create or replace function private.is_plain_line(value text, max_length integer) returns boolean
language sql immutable set search_path = ''
as $$
  select value ~ '\S' and value = btrim(value) and char_length(value) <= max_length
    and value !~ '[\u0001-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]'
$$;

revoke all on function private.is_plain_line(text, integer) from public, anon, authenticated, service_role;
grant execute on function private.is_plain_line(text, integer) to authenticated;
