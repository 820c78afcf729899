-- Files that notes hold: what a file is called and made of, and its bytes in parts, each a sealed record of its own. The bytes are
-- read one file at a time, so that a page of notes opens without them.
create table public.note_files (
  -- Path, size, digest and the ids of its parts: docs/vault-security.md.
  sealed text not null
);
select private.make_sealed_table('public.note_files');

create table public.note_file_parts (
  -- Up to 524,286 bytes of a file.
  sealed text not null
);
select private.make_sealed_table('public.note_file_parts');

-- What is kept of overwritten and removed parts counts against a limit of its own: the text of a part is most of a mebibyte, and of
-- some hundred pictures it would push out what the owner wrote, or stop writing for want of a proof. The rules are as for any other
-- record: the first text of a day and the removed one stay 30 days, what is younger than seven days goes by a fresh proof alone, and
-- more than 20 removed within an hour want one.
create function private.is_large_record(collection text) returns boolean
language sql immutable set search_path = ''
as $$ select collection = 'note_file_parts' $$;

alter table private.kept_records
  drop constraint kept_records_pkey,
  add column large boolean not null default false,
  add primary key (user_id, large);

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

-- As before, among the copies that count against the same limit.
create function private.drop_oldest_records(owner_id uuid, of_large boolean, wanted bigint, until timestamptz) returns bigint
language sql set search_path = ''
as $$
  with dropped as (
    delete from private.vault_removed copy
    where copy.id in (
      select older.id
      from (
        select kept.id, sum(kept.size) over (order by kept.id) - kept.size as before
        from private.vault_removed kept
        where kept.user_id = owner_id and kept.source = 'record' and private.is_large_record(kept.collection) = of_large
          and kept.removed_at < until) older
      where older.before < wanted)
    returning copy.size)
  select coalesce(sum(dropped.size), 0) from dropped
$$;

-- As before: what is kept of the collection, with all that counts against the same limit, is held to 268435456 characters, which of
-- files are some 150 MB.
create function private.hold_kept_records(owner_id uuid, kind text) returns void
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

create or replace function private.keep_overwritten_records() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id uuid;
begin
  -- A row that was given another id is one that nobody finds any more: it is kept as well.
  insert into private.vault_removed (user_id, source, collection, key, how, vault_id, epoch, size, kept)
  select was.user_id, 'record', tg_table_name, was.id::text,
    case when current_setting('castellan.brings_back', true) = 'on' then 'replaced' else 'overwritten' end,
    vault.vault_id, vault.epoch, octet_length(was.sealed), to_jsonb(was)
  from old_rows was
  join private.vaults vault on vault.user_id = was.user_id
  left join new_rows now_there on now_there.id = was.id
  where now_there.sealed is distinct from was.sealed
  on conflict do nothing;
  if found then
    perform private.forget_old_vault_rows();
    for owner_id in select distinct was.user_id from old_rows was loop
      perform private.hold_kept_records(owner_id, tg_table_name);
    end loop;
  end if;
  return null;
end $$;

create or replace function private.keep_removed_records() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id uuid;
begin
  insert into private.vault_removed (user_id, source, collection, key, how, vault_id, epoch, size, kept)
  select was.user_id, 'record', tg_table_name, was.id::text, 'removed', vault.vault_id, vault.epoch, octet_length(was.sealed), to_jsonb(was)
  from old_rows was
  join private.vaults vault on vault.user_id = was.user_id
  where was.deleted_at is null or was.updated_at >= now() - interval '30 days'
  on conflict do nothing;
  if found then
    perform private.forget_old_vault_rows();
    for owner_id in select distinct was.user_id from old_rows was loop
      perform private.require_proof_for_many_records(owner_id, tg_table_name);
      perform private.hold_kept_records(owner_id, tg_table_name);
    end loop;
  end if;
  return null;
end $$;

drop function private.hold_kept_records(uuid);
drop function private.drop_oldest_records(uuid, bigint, timestamptz);
revoke all on function
  private.is_large_record(text), private.drop_oldest_records(uuid, boolean, bigint, timestamptz), private.hold_kept_records(uuid, text)
from public, anon, authenticated, service_role;
