-- Which row a row of a file was found to be when it was first restored. A twin is found by what it says; once the owner has changed
-- that here, only this still tells that the file's row is there already.
create table private.restored_twins (
  user_id uuid not null references auth.users (id) on delete cascade,
  list text not null,
  file_id text not null,
  row_id text not null,
  primary key (user_id, list, file_id)
);
alter table private.restored_twins enable row level security;
revoke all on table private.restored_twins from public, anon, authenticated, service_role;

insert into private.kept_tables (name, place, rows_count, fate) values ('private.restored_twins', null, true, 'deleted');

-- It is told the list from now on, and which of its rows are spoken for by what was restored before.
drop function if exists private.present_row(regclass, text, jsonb, uuid, text[]);
