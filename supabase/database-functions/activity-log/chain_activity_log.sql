create or replace function private.chain_activity_log() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  head private.activity_log_head;
  headers jsonb;
  vouched text;
begin
  -- An id of the client's could meet an existing one; a row skipped for that would leave a gap in the chain.
  new.id := gen_random_uuid();
  -- The role that the request took, which a security definer function does not change.
  if current_setting('role', true) in ('anon', 'authenticated', 'service_role') then
    headers := private.request_object('request.headers');
    vouched := private.canonical_address(current_setting('request.address', true));
    new.reported_by := 'client';
    new.user_agent := private.plain_text(headers ->> 'user-agent', 512);
    new.ip_address := coalesce(vouched, private.canonical_address(btrim(split_part(headers ->> 'x-forwarded-for', ',', 1))));
    new.address_verified := case when new.ip_address is not null then vouched is not null end;
  else
    new.reported_by := 'server';
    new.user_agent := private.plain_text(new.user_agent, 512);
    new.ip_address := private.canonical_address(new.ip_address);
    new.address_verified := case when new.ip_address is not null then true end;
  end if;
  select * into strict head from private.activity_log_head for update;
  new.sequence := head.sequence + 1;
  -- After the lock, so that time follows the sequence.
  new.created_at := clock_timestamp();
  new.previous_hash := head.hash;
  new.hash := sha256(private.activity_log_bytes(new));
  update private.activity_log_head set sequence = new.sequence, hash = new.hash;
  return new;
end $$;

revoke all on function private.chain_activity_log() from public, anon, authenticated, service_role;
