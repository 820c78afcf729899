-- Holds what is kept of an owner's records, of all collections that count against the same limit, to 268435456 characters, which of
-- files are some 150 MB: beyond that the oldest copies go, down to seven eighths. What is younger than seven days goes by a fresh
-- proof alone: without one the write that would need the room is refused, so that nobody pushes copies out by writing much.
create or replace function private.hold_kept_records(owner_id uuid, kind text) returns void
language plpgsql set search_path = ''
as $$
declare
  limit_characters constant bigint := 268435456;
  of_large constant boolean := private.is_large_record(kind);
  excess bigint;
begin
  select sum.characters - limit_characters into excess from private.kept_records sum where sum.user_id = owner_id and sum.large = of_large;
  if coalesce(excess, 0) <= 0 then
    return;
  end if;
  excess := excess - private.drop_oldest_records(owner_id, of_large, excess + limit_characters / 8, now() - interval '7 days');
  if excess > 0 then
    perform private.require_vault_proof();
    -- What this write itself keeps stays.
    perform private.drop_oldest_records(owner_id, of_large, excess + limit_characters / 8, now());
  end if;
end $$;

revoke all on function private.hold_kept_records(uuid, text) from public, anon, authenticated, service_role;
