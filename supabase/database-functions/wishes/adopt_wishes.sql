-- Who becomes the owner gets what lay there before.
create or replace function private.adopt_wishes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.wishes wish set user_id = new.user_id where wish.user_id is null;
  update public.wish_claims claim set user_id = new.user_id where claim.user_id is null;
  return null;
end $$;

revoke all on function private.adopt_wishes() from public, anon, authenticated, service_role;
