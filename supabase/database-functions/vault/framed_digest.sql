-- The digest of a frame: each of its parts is its length, in four bytes, and its bytes.
create or replace function private.framed_digest(variadic parts text[]) returns text
language sql immutable set search_path = ''
as $$
  select private.base64url(sha256(string_agg(
    int4send(octet_length(framed.part)) || convert_to(framed.part, 'UTF8'), ''::bytea order by framed.place)))
  from unnest(parts) with ordinality as framed (part, place)
$$;

revoke all on function private.framed_digest(text[]) from public, anon, authenticated, service_role;
