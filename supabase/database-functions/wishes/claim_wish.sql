-- Promises a wish: 'claimed', 'taken' where nothing is free any more, 'fewer' where not so many are free, 'gone' where it
-- is not on the list. The same token again is the same promise. Claims on one wish queue on a lock that has nothing to do
-- with its row, which the owner could see.
create or replace function private.claim_wish(wish_id uuid, display_name text, token_hash bytea, quantity integer) returns text
language plpgsql set search_path = ''
as $$
declare
  wish public.wishes;
  free bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('wish ' || claim_wish.wish_id, 0));
  select * into wish from public.wishes candidate
  where candidate.id = claim_wish.wish_id and candidate.id in (select listed.id from public.listed_wishes() listed);
  if not found then
    return 'gone';
  end if;
  if exists (
    select from public.wish_claims claim
    where claim.token_hash = claim_wish.token_hash and claim.wish_id = wish.id and claim.status = 'promised'
  ) then
    return 'claimed';
  end if;
  free := wish.quantity - private.promised_quantity(wish.id);
  if free < claim_wish.quantity then
    return case when free > 0 then 'fewer' else 'taken' end;
  end if;
  insert into public.wish_claims (wish_id, user_id, display_name, token_hash, quantity)
  values (wish.id, wish.user_id, claim_wish.display_name, claim_wish.token_hash, claim_wish.quantity)
  on conflict on constraint wish_claims_token_hash_key do nothing;
  return case when found then 'claimed' else 'taken' end;
end $$;

revoke all on function private.claim_wish(uuid, text, bytea, integer) from public, anon, authenticated, service_role;
