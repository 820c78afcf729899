create or replace function private.count_kept_records() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.kept_records as sum (user_id, large, characters)
    select copy.user_id, private.is_large_record(copy.collection), sum(copy.size)
    from changed_rows copy where copy.source = 'record' group by 1, 2
    on conflict (user_id, large) do update set characters = sum.characters + excluded.characters;
  else
    update private.kept_records sum set characters = sum.characters - gone.size
    from (
      select copy.user_id, private.is_large_record(copy.collection) as large, sum(copy.size) as size
      from changed_rows copy where copy.source = 'record' group by 1, 2) gone
    where sum.user_id = gone.user_id and sum.large = gone.large;
  end if;
  return null;
end $$;

revoke all on function private.count_kept_records() from public, anon, authenticated, service_role;
