-- Broadcasts out of the database, as on a hosted project. A broadcast is a row of `realtime.messages`: whoever may add one there may
-- send, by the same policies as over a socket. The row goes again at once, and is told to the servers when the transaction is kept.

grant create on schema realtime to postgres;

set local role postgres;

create function realtime.pass_broadcast() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- `id`: PostgreSQL tells of equal notifications of one transaction once.
  message constant text := json_build_object('server', '', 'id', new.id, 'topic', 'realtime:' || new.topic, 'event', new.event,
    'private', new.private, 'json', json_build_object('type', 'broadcast', 'event', new.event, 'payload', new.payload)::text)::text;
begin
  if octet_length(new.topic) not between 1 and 240 or octet_length(new.event) not between 1 and 240 then
    raise exception 'topic and event of a broadcast have 1 to 240 bytes' using errcode = 'program_limit_exceeded';
  end if;
  -- A notification takes fewer than 8,000 bytes.
  if octet_length(message) > 7900 then
    raise exception 'a broadcast out of the database has 7,900 bytes at most' using errcode = 'program_limit_exceeded';
  end if;
  delete from realtime.messages m where m.id = new.id and m.inserted_at = new.inserted_at;
  perform pg_notify('realtime_broadcasts', message);
  return null;
end
$$;
revoke all on function realtime.pass_broadcast() from public;

-- Rows without an event are questions about rights.
create trigger pass_broadcast after insert on realtime.messages
for each row when (new.extension = 'broadcast' and new.event is not null) execute function realtime.pass_broadcast();

-- What may not be sent, or is too long, is a warning: the transaction around goes on, as on the hosted service.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql set search_path = ''
as $$
declare
  message_id constant uuid := gen_random_uuid();
  previous_topic constant text := coalesce(current_setting('realtime.topic', true), '');
begin
  if jsonb_typeof(payload) = 'object' and not payload ? 'id' then
    payload := payload || jsonb_build_object('id', message_id);
  end if;
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, topic, extension, payload, event, private)
  values (message_id, send.topic, 'broadcast', send.payload, send.event, send.private);
  perform set_config('realtime.topic', previous_topic, true);
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;
revoke all on function realtime.send(jsonb, text, text, boolean) from public;
grant execute on function realtime.send(jsonb, text, text, boolean) to anon, authenticated, service_role;

-- For triggers of rows: tells a private channel of the row before and after.
create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text default 'ROW'
) returns void
language plpgsql set search_path = ''
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object('old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema),
    event_name, topic_name
  );
end
$$;
revoke all on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) from public;
grant execute on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) to anon, authenticated, service_role;

reset role;

revoke create on schema realtime from postgres;
