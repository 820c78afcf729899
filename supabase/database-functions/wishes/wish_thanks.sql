-- Who promised what, the latest first: only what the seal no longer keeps.
create or replace function public.wish_thanks()
returns table (id uuid, wish_id uuid, wish_title text, display_name text, quantity integer, claimed_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.owner_session() then
    raise exception 'this is for the owner in a full session' using errcode = 'insufficient_privilege';
  end if;
  return query
    select claim.id, claim.wish_id, wish.title, claim.display_name, claim.quantity, claim.created_at
    from public.wish_claims claim join public.wishes wish on wish.id = claim.wish_id
    where claim.user_id = private.caller_id() and claim.status = 'promised'
      and private.claim_revealed_at(claim.created_at) <= now()
    order by claim.created_at desc, claim.id;
end $$;

revoke all on function public.wish_thanks() from public, anon, authenticated, service_role;
grant execute on function public.wish_thanks() to authenticated;
