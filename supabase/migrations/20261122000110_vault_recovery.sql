-- What is removed from the vault, or overwritten in it, stays 30 days where only the owner can bring it back; and who removes a
-- way in, replaces the vault, or removes or overwrites more than 20 entries within an hour, proves who they are once more.
--
-- Triggers on the tables decide, so that it holds for write_vault and for plain REST calls alike.

create table private.vault_removed (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Which of the vault's tables it was a row of, and that row's own key there.
  source text not null check (source in ('entry', 'slot', 'part', 'link')),
  key text not null,
  how text not null check (how in ('removed', 'overwritten')),
  -- Of which vault, and at which epoch.
  vault_id uuid,
  epoch bigint,
  removed_at timestamptz not null default clock_timestamp(),
  -- The row as it was: ciphertext, as it lay there before.
  kept jsonb not null
);
create index vault_removed_of_user on private.vault_removed (user_id, source, key, removed_at);
create index vault_removed_by_time on private.vault_removed (removed_at);
alter table private.vault_removed enable row level security;
revoke all on table private.vault_removed from public, anon, authenticated, service_role;

-- Fresh proof -----------------------------------------------------------------------------------------------------

-- Wants a proof of the last five minutes that is newer than `since`: a code or a passkey, or the password where the account has
-- never had either. The machine itself, which speaks for no account, is not asked.
create function private.require_vault_proof(since timestamptz default '-infinity') returns void
language plpgsql stable set search_path = ''
as $$
begin
  if private.caller_id() is null then
    return;
  end if;
  if (select owner.factor_required from private.owner) then
    perform private.require_fresh_verification(since);
  else
    perform private.require_fresh_verification(since, array['password', 'totp', 'mfa/webauthn']);
  end if;
end $$;

-- Whether such a proof was given: what a client does by itself waits for one.
create function public.vault_proof_is_fresh() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner('vault_proof_is_fresh');
  perform private.require_vault_proof();
  return true;
exception when sqlstate 'PT403' then
  return false;
end $$;

-- Keeping ---------------------------------------------------------------------------------------------------------

-- Whether one more copy of a row that is overwritten is kept: of one that is overwritten without end, beyond 500 copies one an
-- hour.
create function private.keeps_copy(owner_id uuid, kept_source text, kept_key text) returns boolean
language sql stable set search_path = ''
as $$
  select count(*) < 500 or max(copy.removed_at) < clock_timestamp() - interval '1 hour'
  from private.vault_removed copy
  where copy.user_id = owner_id and copy.source = kept_source and copy.key = kept_key
$$;

-- What was removed or overwritten longer ago than 30 days is kept no more.
create function private.forget_old_vault_rows() returns void
language sql set search_path = ''
as $$ delete from private.vault_removed old where old.removed_at < clock_timestamp() - interval '30 days' $$;

-- More than 20 entries removed or overwritten within an hour want a proof, whoever did it in however many requests.
create function private.require_proof_for_many(owner_id uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if 20 < (
    select count(distinct gone.key) from private.vault_removed gone
    where gone.user_id = owner_id and gone.source = 'entry' and gone.removed_at > clock_timestamp() - interval '1 hour'
  ) then
    perform private.require_vault_proof();
  end if;
end $$;

create function private.keep_removed_entries() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id uuid;
begin
  insert into private.vault_removed (user_id, source, key, how, vault_id, epoch, kept)
  select was.user_id, 'entry', was.id::text, 'removed', vault.vault_id, vault.epoch, to_jsonb(was)
  from old_rows was left join private.vaults vault on vault.user_id = was.user_id;
  perform private.forget_old_vault_rows();
  for owner_id in select distinct was.user_id from old_rows was loop
    perform private.require_proof_for_many(owner_id);
  end loop;
  return null;
end $$;

-- An icon, a category or a favourite mark is no entry lost: only what a person wrote counts.
create function private.keep_overwritten_entries() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id uuid;
begin
  insert into private.vault_removed (user_id, source, key, how, vault_id, epoch, kept)
  select was.user_id, 'entry', was.id::text, 'overwritten', vault.vault_id, vault.epoch, to_jsonb(was)
  from old_rows was
  join new_rows now_there on now_there.id = was.id
  left join private.vaults vault on vault.user_id = was.user_id
  where (was.password_encrypted, was.title, was.username, was.url, was.notes)
      is distinct from (now_there.password_encrypted, now_there.title, now_there.username, now_there.url, now_there.notes)
    and private.keeps_copy(was.user_id, 'entry', was.id::text);
  perform private.forget_old_vault_rows();
  for owner_id in select distinct was.user_id from old_rows was loop
    perform private.require_proof_for_many(owner_id);
  end loop;
  return null;
end $$;

-- An entry keeps its id: otherwise an update would be a removal that nobody sees.
create function private.keep_entry_id() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.id is distinct from old.id or new.user_id is distinct from old.user_id then
    raise exception 'an entry keeps its id and its owner' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger keep_entry_id before update on public.vault_entries
  for each row execute function private.keep_entry_id();
create trigger keep_removed_entries after delete on public.vault_entries
  referencing old table as old_rows for each statement execute function private.keep_removed_entries();
create trigger keep_overwritten_entries after update on public.vault_entries
  referencing old table as old_rows new table as new_rows for each statement execute function private.keep_overwritten_entries();

-- A way in that opens everything. A device's opens the list, with a code: it comes and goes without a proof. What goes with its
-- vault, as when everything is deleted, is not kept.
create function private.keep_removed_slots() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.vault_removed (user_id, source, key, how, vault_id, epoch, kept)
  select was.user_id, 'slot', was.id::text, 'removed', vault.vault_id, vault.epoch, to_jsonb(was)
  from old_rows was join private.vaults vault on vault.user_id = was.user_id;
  perform private.forget_old_vault_rows();
  if exists (select from old_rows was where was.kind <> 'device') then
    perform private.require_vault_proof();
  end if;
  return null;
end $$;

create function private.keep_overwritten_slots() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.vault_removed (user_id, source, key, how, vault_id, epoch, kept)
  select was.user_id, 'slot', was.id::text, 'overwritten', vault.vault_id, vault.epoch, to_jsonb(was)
  from old_rows was
  join new_rows now_there on now_there.id = was.id
  join private.vaults vault on vault.user_id = was.user_id
  where (was.kind, was.key_id, was.parameters, was.wrapped)
      is distinct from (now_there.kind, now_there.key_id, now_there.parameters, now_there.wrapped)
    and private.keeps_copy(was.user_id, 'slot', was.id::text);
  perform private.forget_old_vault_rows();
  if exists (
    select from old_rows was join new_rows now_there on now_there.id = was.id
    where was.kind <> 'device' and (was.kind, was.key_id, was.parameters, was.wrapped)
      is distinct from (now_there.kind, now_there.key_id, now_there.parameters, now_there.wrapped)
  ) then
    perform private.require_vault_proof();
  end if;
  return null;
end $$;

create trigger keep_removed_slots after delete on private.vault_slots
  referencing old table as old_rows for each statement execute function private.keep_removed_slots();
create trigger keep_overwritten_slots after update on private.vault_slots
  referencing old table as old_rows new table as new_rows for each statement execute function private.keep_overwritten_slots();

create function private.keep_removed_parts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.vault_removed (user_id, source, key, how, vault_id, epoch, kept)
  select was.user_id, 'part', was.part::text, 'removed', vault.vault_id, vault.epoch, to_jsonb(was)
  from old_rows was join private.vaults vault on vault.user_id = was.user_id;
  perform private.forget_old_vault_rows();
  return null;
end $$;

create function private.keep_overwritten_parts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.vault_removed (user_id, source, key, how, vault_id, epoch, kept)
  select was.user_id, 'part', was.part::text, 'overwritten', vault.vault_id, vault.epoch, to_jsonb(was)
  from old_rows was
  join new_rows now_there on now_there.user_id = was.user_id and now_there.part = was.part
  join private.vaults vault on vault.user_id = was.user_id
  where was.envelope is distinct from now_there.envelope and private.keeps_copy(was.user_id, 'part', was.part::text);
  perform private.forget_old_vault_rows();
  return null;
end $$;

create trigger keep_removed_parts after delete on private.vault_parts
  referencing old table as old_rows for each statement execute function private.keep_removed_parts();
create trigger keep_overwritten_parts after update on private.vault_parts
  referencing old table as old_rows new table as new_rows for each statement execute function private.keep_overwritten_parts();

-- The history of the heads goes with a vault that is replaced, and comes back with it.
create function private.keep_removed_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.vault_removed (user_id, source, key, how, vault_id, epoch, kept)
  select vault.user_id, 'link', was ->> 'epoch', 'removed', vault.vault_id, vault.epoch, was
  from (select to_jsonb(old_rows) as was from old_rows) gone
  join private.vaults vault on vault.user_id = (was ->> 'user_id')::uuid;
  perform private.forget_old_vault_rows();
  return null;
end $$;

do $$
begin
  if to_regclass('private.vault_links') is not null then
    create trigger keep_removed_links after delete on private.vault_links
      referencing old table as old_rows for each statement execute function private.keep_removed_links();
  end if;
end $$;

-- Another vault in the place of one: the proof is newer than the last lock, too. A vault that goes altogether, as when everything
-- is deleted, takes along what was kept of it.
create function private.guard_vault() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if new.vault_id is distinct from old.vault_id then
      perform private.require_vault_proof(old.locked_at);
    end if;
    return null;
  end if;
  delete from private.vault_removed gone where gone.user_id = old.user_id;
  return null;
end $$;

create trigger guard_vault after update or delete on private.vaults
  for each row execute function private.guard_vault();

-- Bringing back ---------------------------------------------------------------------------------------------------

-- Rows of entries that were removed or overwritten within 30 days, the newest first, up to 200 older than `before`:
-- [{id, entry_id, how, removed_at, row}].
create function public.removed_vault_entries(before bigint default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('removed_vault_entries');
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', gone.id, 'entry_id', gone.key, 'how', gone.how, 'removed_at', gone.removed_at,
      'row', gone.kept - 'user_id' - 'updated_at') order by gone.id desc)
    from (
      select * from private.vault_removed kept
      where kept.user_id = owner_id and kept.source = 'entry' and kept.removed_at >= now() - interval '30 days'
        and (removed_vault_entries.before is null or kept.id < removed_vault_entries.before)
      order by kept.id desc limit 200) gone), '[]');
end $$;

-- The moments at which ways in were removed or overwritten, or the vault was replaced, the newest first:
-- [{at, vault_id, epoch, slots: [kind]}]. `at` is what restore_vault_keys wants.
create function public.removed_vault_keys() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('removed_vault_keys');
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('at', moment.at, 'vault_id', moment.vault_id, 'epoch', moment.epoch, 'slots', moment.kinds)
      order by moment.at desc)
    from (
      select min(gone.removed_at) as at, gone.vault_id, gone.epoch, jsonb_agg(gone.kept ->> 'kind' order by gone.kept ->> 'kind') as kinds
      from private.vault_removed gone
      where gone.user_id = owner_id and gone.source = 'slot' and gone.kept ->> 'kind' <> 'device'
        and gone.removed_at >= now() - interval '30 days'
      group by gone.vault_id, gone.epoch order by 1 desc limit 100) moment), '[]');
end $$;

-- Gives the restored head its place in the history: what it was sealed with then, at the epoch that is reached. A device that
-- remembers a later head finds no way from there, and asks its owner.
create function private.restore_vault_links(
  owner_id uuid, reached bigint, first_kept private.vault_removed, latest bigint, former_vault uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if former_vault is distinct from first_kept.vault_id then
    execute 'delete from private.vault_links where user_id = $1' using owner_id;
    execute 'insert into private.vault_links (user_id, epoch, chain, digest, parents)
      select distinct on (gone.key) $1, (gone.kept ->> ''epoch'')::bigint, gone.kept ->> ''chain'', gone.kept ->> ''digest'',
        nullif(gone.kept -> ''parents'', ''null'')
      from private.vault_removed gone
      where gone.user_id = $1 and gone.source = ''link'' and gone.id between $2 and $3 and gone.vault_id = $4
      order by gone.key, gone.id'
    using owner_id, first_kept.id, latest, first_kept.vault_id;
  end if;
  execute 'insert into private.vault_links (user_id, epoch, chain, digest)
    select $1, $2, coalesce((
      select link.chain from private.vault_links link
      where link.user_id = $1 and link.digest = private.head_digest($1) order by link.epoch desc limit 1), ''''), private.head_digest($1)'
  using owner_id, reached;
end $$;

-- Puts the vault's id, its ways in and its manifest back as they were just before `at`. Entries stay as they are. The epoch goes
-- on: every device sees that the head is an older one, and its owner decides. What was there until now is kept as removed.
create function public.restore_vault_keys(at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('restore_vault_keys');
  present private.vaults;
  first_kept private.vault_removed;
  latest bigint;
begin
  perform private.require_vault_proof();
  select * into present from private.vaults vault where vault.user_id = owner_id for update;
  select * into first_kept from private.vault_removed gone
  where gone.user_id = owner_id and gone.source in ('slot', 'part') and gone.removed_at >= restore_vault_keys.at
    and gone.removed_at >= now() - interval '30 days'
  order by gone.id limit 1;
  if present.user_id is null or first_kept.id is null or first_kept.vault_id is null then
    raise sqlstate 'PT404' using message = 'There is nothing kept of that time', detail = 'nothing_kept';
  end if;
  -- What this call itself removes is kept too, and is not what is put back.
  select max(gone.id) into latest from private.vault_removed gone;
  delete from private.vault_device_shares share where share.user_id = owner_id
    and present.vault_id is distinct from first_kept.vault_id;
  delete from private.vault_slots slot
  where slot.user_id = owner_id and (slot.created_at >= restore_vault_keys.at or slot.id::text in (
    select gone.key from private.vault_removed gone
    where gone.user_id = owner_id and gone.source = 'slot' and gone.id between first_kept.id and latest));
  insert into private.vault_slots (id, user_id, kind, key_id, parameters, wrapped, created_at)
  select distinct on (gone.key) gone.key::uuid, owner_id, gone.kept ->> 'kind', gone.kept ->> 'key_id', gone.kept -> 'parameters',
    gone.kept ->> 'wrapped', (gone.kept ->> 'created_at')::timestamptz
  from private.vault_removed gone
  where gone.user_id = owner_id and gone.source = 'slot' and gone.id between first_kept.id and latest
    and (gone.kept ->> 'created_at')::timestamptz < restore_vault_keys.at
  order by gone.key, gone.id;
  insert into private.vault_parts (user_id, part, envelope)
  select distinct on (gone.key) owner_id, gone.key::smallint, gone.kept ->> 'envelope'
  from private.vault_removed gone
  where gone.user_id = owner_id and gone.source = 'part' and gone.id between first_kept.id and latest
    and gone.vault_id = first_kept.vault_id
  order by gone.key, gone.id
  on conflict (user_id, part) do update set envelope = excluded.envelope;
  update private.vaults vault
  set vault_id = first_kept.vault_id, epoch = vault.epoch + 1, last_change_id = null
  where vault.user_id = owner_id;
  if to_regclass('private.vault_links') is not null then
    perform private.restore_vault_links(owner_id, present.epoch + 1, first_kept, latest, present.vault_id);
  end if;
  return jsonb_build_object('vault_id', first_kept.vault_id, 'epoch', present.epoch + 1);
end $$;

-- Erases for good what is kept, as after a rotation of the key: it is sealed under the former one. Answers how many rows went.
create function public.erase_removed_vault_rows() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('erase_removed_vault_rows');
  hit bigint;
begin
  perform private.require_vault_proof();
  delete from private.vault_removed gone where gone.user_id = owner_id;
  get diagnostics hit = row_count;
  return hit;
end $$;

revoke all on function
  private.require_vault_proof(timestamptz), private.keeps_copy(uuid, text, text), private.forget_old_vault_rows(),
  private.require_proof_for_many(uuid),
  private.keep_removed_entries(), private.keep_overwritten_entries(), private.keep_entry_id(), private.keep_removed_slots(),
  private.keep_overwritten_slots(), private.keep_removed_parts(), private.keep_overwritten_parts(), private.keep_removed_links(),
  private.restore_vault_links(uuid, bigint, private.vault_removed, bigint, uuid), private.guard_vault()
from public, anon, authenticated, service_role;
revoke all on function
  public.vault_proof_is_fresh(), public.removed_vault_entries(bigint), public.removed_vault_keys(),
  public.restore_vault_keys(timestamptz), public.erase_removed_vault_rows()
from public, anon, authenticated, service_role;
grant execute on function
  public.vault_proof_is_fresh(), public.removed_vault_entries(bigint), public.removed_vault_keys(),
  public.restore_vault_keys(timestamptz), public.erase_removed_vault_rows()
to authenticated;
