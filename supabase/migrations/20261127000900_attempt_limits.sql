-- What limits guesses of secrets in front of a hosted project: shared by every server there, and still counted after a restart. With a
-- database of its own the server counts in the accounts' schema, by the same rules.
--
-- Nothing here is granted to any role of the API: the server reads and writes it by its own functions.
create table private.attempt_limits (
  kind text not null check (length(kind) between 1 and 40),
  -- Of the address or account only a SHA-256 is kept: this table is no list of visitors.
  key_hash bytea not null check (octet_length(key_hash) = 32),
  -- For limits that slow down with each failure.
  failures integer not null default 0 check (failures >= 0),
  blocked_until timestamptz not null,
  -- For limits of so many attempts in a stretch of time, oldest first.
  attempts timestamptz[] not null default '{}',
  last_at timestamptz not null,
  primary key (kind, key_hash)
);
create index attempt_limits_by_age on private.attempt_limits (kind, last_at);
alter table private.attempt_limits enable row level security;
revoke all on table private.attempt_limits from public, anon, authenticated, service_role;

insert into private.kept_tables (name, place, rows_count, fate) values ('private.attempt_limits', null, true, 'stays');
