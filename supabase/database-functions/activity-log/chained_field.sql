-- One field of the chain's bytes (activity_log_bytes.sql). These two set no search path, because only then are they inlined, which
-- makes verification more than twice as fast. Their callers have an empty one.
create or replace function private.chained_field(value bytea) returns bytea
language sql immutable
as $$ select coalesce(pg_catalog.int4send(pg_catalog.octet_length(value)) || value, '\xffffffff'::bytea) $$;

create or replace function private.chained_field(value text) returns bytea
language sql immutable
as $$
  select coalesce(
    pg_catalog.int4send(pg_catalog.octet_length(pg_catalog.convert_to(value, 'UTF8'))) || pg_catalog.convert_to(value, 'UTF8'),
    '\xffffffff'::bytea)
$$;

revoke all on function private.chained_field(bytea), private.chained_field(text) from public, anon, authenticated, service_role;
