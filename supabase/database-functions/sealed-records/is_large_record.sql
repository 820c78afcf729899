-- What is kept of overwritten and removed parts of files counts against a limit of its own: the text of a part is most of a mebibyte,
-- and of some hundred pictures it would push out what the owner wrote, or stop writing for want of a proof. The rules are as for any
-- other record: the first text of a day and the removed one stay 30 days, what is younger than seven days goes by a fresh proof alone,
-- and more than 20 removed within an hour want one.
create or replace function private.is_large_record(collection text) returns boolean
language sql immutable set search_path = ''
as $$ select collection = 'note_file_parts' $$;

revoke all on function private.is_large_record(text) from public, anon, authenticated, service_role;
