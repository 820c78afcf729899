-- Who asks: the owner in a full session, or nobody gets an answer. Returns the owner's id.
create or replace function private.require_owner(asked text) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  if not coalesce(private.owner_session(), false) then
    raise exception 'permission denied for function %', asked using errcode = 'insufficient_privilege';
  end if;
  return private.caller_id();
end $$;

revoke all on function private.require_owner(text) from public, anon, authenticated, service_role;
