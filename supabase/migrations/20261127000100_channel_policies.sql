-- Who may use realtime's channels, as the hosted service asks it: by policies on `realtime.messages`, which has a row of the channel
-- only while it is asked. Every channel is the owner's, whatever `realtime.topic()` says. The table and its grants are the service's.

create policy "The owner hears broadcasts and sees who is present" on realtime.messages for select to authenticated
  using (extension in ('broadcast', 'presence') and (select private.owner_session()));

create policy "The owner sends broadcasts and tells of being present" on realtime.messages for insert to authenticated
  with check (extension in ('broadcast', 'presence') and (select private.owner_session()));

-- What was asked before.
drop function private.may_join_channel(text);
