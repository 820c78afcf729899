create or replace function private.keep_owner() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'the owner cannot be removed' using errcode = 'restrict_violation';
  end if;
  if new.user_id is distinct from old.user_id or new.created_at is distinct from old.created_at then
    raise exception 'the owner cannot be replaced' using errcode = 'restrict_violation';
  end if;
  if old.factor_required and not new.factor_required then
    raise exception 'a required second factor stays required' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

revoke all on function private.keep_owner() from public, anon, authenticated, service_role;
