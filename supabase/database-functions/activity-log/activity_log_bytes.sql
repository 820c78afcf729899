-- hash = SHA-256 of the bytes of private.activity_log_bytes. Each field is its length in bytes (4 bytes, big-endian),
-- then its bytes; null is the length ff ff ff ff and no bytes. The fields, in this order:
--    1 the text 'castellan.activity_log.1'
--    2 sequence, decimal
--    3 previous_hash, 32 raw bytes (zeros for sequence 1)
--    4 id, lower-case with hyphens
--    5 created_at, UTC: YYYY-MM-DDTHH:MM:SS.ffffffZ
--    6 activity_type
--    7 activity_description
--    8 success, 'true' or 'false'
--    9 metadata, as PostgreSQL prints jsonb (keys by length, then bytes; ', ' and ': ' between)
--   10 ip_address
--   11 address_verified, 'true' or 'false'
--   12 user_agent
--   13 page_url
--   14 session_id
--   15 user_id, lower-case with hyphens
--   16 reported_by
-- Text is UTF-8.
create or replace function private.activity_log_bytes(entry public.activity_logs) returns bytea
language sql stable set search_path = ''
as $$
  select private.chained_field('castellan.activity_log.1'::text)
    || private.chained_field((entry).sequence::text)
    || private.chained_field((entry).previous_hash)
    || private.chained_field((entry).id::text)
    || private.chained_field(to_char((entry).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    || private.chained_field((entry).activity_type)
    || private.chained_field((entry).activity_description)
    || private.chained_field((entry).success::text)
    || private.chained_field((entry).metadata::text)
    || private.chained_field((entry).ip_address)
    || private.chained_field((entry).address_verified::text)
    || private.chained_field((entry).user_agent)
    || private.chained_field((entry).page_url)
    || private.chained_field((entry).session_id)
    || private.chained_field((entry).user_id::text)
    || private.chained_field((entry).reported_by)
$$;

revoke all on function private.activity_log_bytes(public.activity_logs) from public, anon, authenticated, service_role;
