-- Refuses a change whose chain is not that of the present head, or not that of two states of which one is the present. It goes by what
-- was kept of the write that made the head. Where that says nothing of it (a head from before heads had a chain, or one that no write
-- put there, as after a part of a backup was put back), nobody but a device can tell. A chain that is none is refused as an older page's.
create or replace function private.require_chain(owner_id uuid, present_epoch bigint, change jsonb, joined jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  given constant text := coalesce(change ->> 'chain', '');
  present_digest constant text := private.head_digest(owner_id);
  present private.vault_links;
  chain_of_both text;
begin
  select * into present from private.vault_links link where link.user_id = owner_id and link.epoch = present_epoch;
  if given !~ '^[A-Za-z0-9_-]{43}$' or coalesce(present.chain, '') = '' or present.digest <> present_digest then
    return;
  end if;
  if joined is null then
    if given = private.next_chain(present.chain, present.digest) then
      return;
    end if;
  else
    select private.next_chain(variadic array_agg(said.part order by said.place, said.half)) into chain_of_both
    from jsonb_array_elements(joined -> 'parents') with ordinality as parent (state, place)
    cross join lateral (values (place, 1, state ->> 'chain'), (place, 2, state ->> 'digest')) as said (place, half, part);
    if given = chain_of_both and exists (
      select from jsonb_array_elements(joined -> 'parents') state
      where state ->> 'chain' = present.chain and state ->> 'digest' = present.digest)
    then
      return;
    end if;
  end if;
  raise sqlstate 'PT400' using message = 'The chain of a change must go on from the present head', detail = 'chain_broken';
end $$;

revoke all on function private.require_chain(uuid, bigint, jsonb, jsonb) from public, anon, authenticated, service_role;
