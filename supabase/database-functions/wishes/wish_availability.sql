-- How many of each listed wish nobody has promised yet. For visitors only: whoever is signed in is refused.
create or replace function public.wish_availability() returns table (id uuid, free integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.caller_id() is not null then
    raise exception 'what is free is told to visitors only' using errcode = 'insufficient_privilege';
  end if;
  return query
    select wish.id, greatest(0, wish.quantity - private.promised_quantity(wish.id))::integer from public.listed_wishes() wish;
end $$;

revoke all on function public.wish_availability() from public, anon, authenticated, service_role;
grant execute on function public.wish_availability() to anon;
