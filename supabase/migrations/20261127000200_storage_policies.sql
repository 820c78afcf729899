-- Who may use the storage: the owner in a full session. Everybody else reaches what lies in public buckets, by its public address,
-- and what a signed address names.

create policy "The owner may use all buckets in a full session" on storage.buckets
  for all to authenticated
  using ((select private.owner_session()))
  with check ((select private.owner_session()));

create policy "The owner may use all objects in a full session" on storage.objects
  for all to authenticated
  using ((select private.owner_session()))
  with check ((select private.owner_session()));
