-- The two states that a change goes on from, as {parents: [{chain, digest}, {chain, digest}], epoch}: the epoch is of the one that
-- is not here. Null where it goes on from the state before alone. What they are is the devices' to check.
create or replace function private.joined_state(change jsonb, expected_epoch bigint) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  joined constant jsonb := change -> 'joined';
begin
  if joined is null or joined = 'null' then
    return null;
  end if;
  if jsonb_typeof(joined) <> 'object' or jsonb_typeof(joined -> 'parents') is distinct from 'array'
    or coalesce(joined ->> 'epoch', '') !~ '^[1-9][0-9]{0,11}$' then
    raise sqlstate 'PT400' using message = 'The states that a change goes on from must be two, and an epoch';
  end if;
  if jsonb_array_length(joined -> 'parents') <> 2 or exists (
    select from jsonb_array_elements(joined -> 'parents') parent
    where coalesce(parent ->> 'chain', '-') !~ '^([A-Za-z0-9_-]{43})?$' or coalesce(parent ->> 'digest', '') !~ '^[A-Za-z0-9_-]{43}$'
  ) then
    raise sqlstate 'PT400' using message = 'The states that a change goes on from must be two, and an epoch';
  end if;
  -- One device's memory may not use up the epochs of all.
  if (joined ->> 'epoch')::bigint > expected_epoch + 1000000 then
    raise sqlstate 'PT400' using message = 'The other state that a change goes on from is too far ahead';
  end if;
  return joined;
end $$;

revoke all on function private.joined_state(jsonb, bigint) from public, anon, authenticated, service_role;
