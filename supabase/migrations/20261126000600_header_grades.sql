-- How the site's own answer was graded, one row for each day (UTC), kept so that the public pages show more than the last start knows.
--
-- Nothing here is granted to any role of the API: the server reads and writes it as the product's owner.
create table private.header_grades (
  day date primary key,
  measured_at timestamptz not null check ((measured_at at time zone 'UTC')::date = day),
  -- Of the HTTP Observatory, `A+` to `F`.
  grade text not null check (grade ~ '^[A-F][+-]?$'),
  score integer not null check (score between 0 and 1000)
);
alter table private.header_grades enable row level security;
revoke all on table private.header_grades from public, anon, authenticated, service_role;

insert into private.kept_tables (name, place, rows_count, fate) values ('private.header_grades', null, true, 'stays');
