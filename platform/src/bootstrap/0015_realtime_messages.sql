-- Who may use a channel is said by policies on `realtime.messages`, as on a hosted project. Whether a caller may hear is whether its
-- SELECT policy shows a row of the channel, and whether it may send is whether its INSERT policy takes one. Both are tried in a
-- transaction that is rolled back, so that the table never holds a row, and needs no log.

-- The product's owner writes policies on the table, for which PostgreSQL wants it to be the table's owner.
grant usage, create on schema realtime to postgres;
grant usage on schema realtime to anon, authenticated, service_role, authenticator;

set local role postgres;

create unlogged table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
alter table realtime.messages enable row level security;
revoke all on realtime.messages from public;
-- Ours: nothing for `service_role`. A channel is for a session, and the secret key has none.
grant select, insert on realtime.messages to anon, authenticated;

-- The channel that a policy is asked about, without `realtime:`; null outside of such a question.
create function realtime.topic() returns text
language sql stable set search_path = ''
as $$ select nullif(current_setting('realtime.topic', true), '') $$;
revoke all on function realtime.topic() from public;
grant execute on function realtime.topic() to anon, authenticated, service_role;

-- Puts a row of each extension where policies can show it. The role that requests sign in as may call it, and none that they take.
create function realtime.place_probes(topic text) returns uuid[]
language sql security definer set search_path = ''
as $$
  with placed as (
    insert into realtime.messages (topic, extension)
    values (place_probes.topic, 'broadcast'), (place_probes.topic, 'presence') returning id
  )
  select array_agg(id) from placed
$$;
revoke all on function realtime.place_probes(text) from public;
grant execute on function realtime.place_probes(text) to authenticator;

-- What the role that was taken may do in a channel. It leaves rows: the transaction must be rolled back. A policy that raises
-- anything but a refusal raises it here. Where no policy is about the role, nothing is tried, so that strangers write nothing.
create function realtime.channel_rights(
  topic text, out hears_broadcasts boolean, out sends_broadcasts boolean, out hears_presence boolean, out sends_presence boolean
)
language plpgsql set search_path = ''
as $$
declare
  caller_role constant text := current_setting('role');
  probes uuid[];
  heard text[] := '{}';
  sent text[] := '{}';
  tried text;
begin
  if row_security_active('realtime.messages'::regclass) and not exists (
    select from pg_policy policy, unnest(policy.polroles) meant
    where policy.polrelid = 'realtime.messages'::regclass and (meant = 0 or pg_has_role(meant, 'usage'))
  ) then
    select false, false, false, false into hears_broadcasts, sends_broadcasts, hears_presence, sends_presence;
    return;
  end if;
  perform set_config('realtime.topic', channel_rights.topic, true), set_config('role', 'authenticator', true);
  probes := realtime.place_probes(channel_rights.topic);
  perform set_config('role', caller_role, true);
  begin
    heard := array(select message.extension from realtime.messages message where message.id = any (probes));
  exception when insufficient_privilege then null;
  end;
  foreach tried in array array['broadcast', 'presence'] loop
    begin
      insert into realtime.messages (topic, extension) values (channel_rights.topic, tried);
      sent := sent || tried;
    exception when insufficient_privilege then null;
    end;
  end loop;
  hears_broadcasts := 'broadcast' = any (heard);
  sends_broadcasts := 'broadcast' = any (sent);
  hears_presence := 'presence' = any (heard);
  sends_presence := 'presence' = any (sent);
end
$$;
revoke all on function realtime.channel_rights(text) from public;
grant execute on function realtime.channel_rights(text) to anon, authenticated, service_role;

reset role;

revoke create on schema realtime from postgres;
