-- Writes slots, parts and entries of one change. Runs inside what creates, writes and replaces a vault, under its lock. An entry that says
-- nothing of its icon keeps it; null takes it away.
create or replace function private.put_vault_contents(owner_id uuid, contents jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  list text;
begin
  if jsonb_typeof(contents) is distinct from 'object' then
    raise sqlstate 'PT400' using message = 'A change of the vault must be an object';
  end if;
  foreach list in array array['slots', 'removed_slots', 'parts', 'entries', 'removed_entries'] loop
    if jsonb_typeof(coalesce(contents -> list, '[]')) <> 'array' then
      raise sqlstate 'PT400' using message = format('"%s" of a change must be a list', list);
    end if;
    if jsonb_array_length(coalesce(contents -> list, '[]')) > 2000 then
      raise sqlstate 'PT413' using message = format('"%s" of a change may hold at most 2000 items', list);
    end if;
  end loop;
  -- Whoever changes something says so in the head: the rest of the manifest hangs on it.
  if not exists (
    select from jsonb_array_elements(coalesce(contents -> 'parts', '[]')) part
    where part -> 'part' = '-1' and part ? 'envelope' and part -> 'removed' is distinct from 'true'
  ) then
    raise sqlstate 'PT400' using message = 'A change of the vault must bring the manifest''s head';
  end if;

  delete from private.vault_slots slot
  where slot.user_id = owner_id
    and slot.id in (select value::uuid from jsonb_array_elements_text(coalesce(contents -> 'removed_slots', '[]')));
  insert into private.vault_slots (id, user_id, kind, key_id, parameters, wrapped)
  select slot.id, owner_id, slot.kind, slot.key_id, slot.parameters, slot.wrapped
  from jsonb_to_recordset(coalesce(contents -> 'slots', '[]'))
    as slot (id uuid, kind text, key_id text, parameters jsonb, wrapped text)
  on conflict (id) do update
    set kind = excluded.kind, key_id = excluded.key_id, parameters = excluded.parameters, wrapped = excluded.wrapped
    where vault_slots.user_id = owner_id;
  if (select count(*) from private.vault_slots slot where slot.user_id = owner_id) > 50 then
    raise sqlstate 'PT413' using message = 'A vault may have at most 50 ways to its key';
  end if;
  if not exists (select from private.vault_slots slot where slot.user_id = owner_id and slot.kind = 'master') then
    raise sqlstate 'PT400' using message = 'A vault must keep its master';
  end if;
  delete from private.vault_device_shares share
  where share.user_id = owner_id
    and not exists (select from private.vault_slots slot where slot.id = share.slot_id)
    and (share.created_at < now() - interval '1 hour'
      or share.slot_id in (select value::uuid from jsonb_array_elements_text(coalesce(contents -> 'removed_slots', '[]'))));

  delete from private.vault_parts old
  where old.user_id = owner_id and old.part in (
    select part.part from jsonb_to_recordset(coalesce(contents -> 'parts', '[]')) as part (part smallint, removed boolean)
    where part.removed and part.part >= 0);
  insert into private.vault_parts (user_id, part, envelope)
  select owner_id, part.part, part.envelope
  from jsonb_to_recordset(coalesce(contents -> 'parts', '[]')) as part (part smallint, envelope text, removed boolean)
  where part.removed is distinct from true
  on conflict (user_id, part) do update set envelope = excluded.envelope;

  delete from public.vault_entries entry
  where entry.user_id = owner_id
    and entry.id in (select value::uuid from jsonb_array_elements_text(coalesce(contents -> 'removed_entries', '[]')));
  insert into public.vault_entries as present (id, user_id, category, favorite, password_encrypted, icon)
  select entry.id, owner_id, coalesce(entry.category, 'general'), coalesce(entry.favorite, false), entry.password_encrypted,
    case when written ? 'icon' then entry.icon else kept.icon end
  from jsonb_array_elements(coalesce(contents -> 'entries', '[]')) written
  cross join jsonb_to_record(written)
    as entry (id uuid, category text, favorite boolean, password_encrypted text, icon text)
  left join public.vault_entries kept on kept.id = entry.id and kept.user_id = owner_id
  on conflict (id) do update
    set title = '', username = '', url = '', notes = '', category = excluded.category, favorite = excluded.favorite,
      password_encrypted = excluded.password_encrypted, icon = excluded.icon
    where present.user_id = owner_id;
  if exists (
    select from jsonb_to_recordset(coalesce(contents -> 'entries', '[]')) as entry (id uuid)
    left join public.vault_entries present on present.id = entry.id and present.user_id = owner_id
    where present.id is null
  ) then
    raise sqlstate 'PT409' using message = 'The id of an entry is taken', detail = 'entry_id_taken';
  end if;
end $$;

revoke all on function private.put_vault_contents(uuid, jsonb) from public, anon, authenticated, service_role;
