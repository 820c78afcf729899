-- Many entries removed or overwritten within an hour want a proof, whoever did it in however many requests. Counted twice: among all
-- entries, and among those that were there an hour ago, so that a vault cannot be filled up first to make what it had a small part.
create or replace function private.require_proof_for_many(owner_id uuid) returns void
language plpgsql stable set search_path = ''
as $$
declare
  since constant timestamptz := clock_timestamp() - interval '1 hour';
  is_many boolean;
begin
  with gone as (
    -- A copy that says nothing of its arrival was kept before arrivals were.
    select removed.key, bool_or(coalesce((removed.kept ->> 'added_at')::timestamptz <= since, true)) as is_old
    from private.vault_removed removed
    where removed.user_id = owner_id and removed.source = 'entry' and removed.removed_at > since
    group by removed.key
  ), held as (
    select gone.is_old from gone
    union all
    select entry.added_at <= since from public.vault_entries entry
    where entry.user_id = owner_id and entry.id::text not in (select gone.key from gone)
  )
  select private.takes_many((select count(*) from gone), (select count(*) from held))
    or private.takes_many((select count(*) from gone where gone.is_old), (select count(*) from held where held.is_old))
  into is_many;
  if is_many then
    perform private.require_vault_proof();
  end if;
end $$;

revoke all on function private.require_proof_for_many(uuid) from public, anon, authenticated, service_role;
