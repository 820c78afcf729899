-- Whether so many of the entries that a vault has are many: more than half of them, more than 20 in any case, and two never.
create or replace function private.takes_many(taken bigint, held bigint) returns boolean
language sql immutable set search_path = ''
as $$ select taken > greatest(2, least(20, held / 2)) $$;

revoke all on function private.takes_many(bigint, bigint) from public, anon, authenticated, service_role;
