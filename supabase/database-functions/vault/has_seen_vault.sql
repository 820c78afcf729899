-- Who may guess at the master: a master's slot is all that a guess needs. It leaves, with everything else that a vault is made of,
-- for a device that has seen the vault, and for a session that was proven within five minutes; a token alone, however it was
-- come by, gets neither. A device shows that it has seen the vault by the digest of a head, which nobody else is ever told.
create or replace function private.has_seen_vault(owner_id uuid, since bigint, seen text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.vault_links link
    where link.user_id = owner_id and (
      (link.epoch = has_seen_vault.since and link.digest = has_seen_vault.seen)
      -- A device on the state that was not chosen in a restore.
      or link.parents @> jsonb_build_array(jsonb_build_object('digest', has_seen_vault.seen))))
$$;

revoke all on function private.has_seen_vault(uuid, bigint, text) from public, anon, authenticated, service_role;
