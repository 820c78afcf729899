-- What the public pages show of the blog and of the log, kept so that every server on the database shows the same.
--
-- Nothing here is granted to any role of the API: the server reads and writes it as the product's owner.

-- The newest posts of the owner's blog, as its feed last named them.
create table private.blog_posts (
  -- There is one possible key, so there is one possible row.
  id boolean primary key default true check (id),
  -- Where they were read. Posts of another address are not shown.
  feed_url text not null check (char_length(feed_url) <= 2048),
  posts jsonb not null check (jsonb_typeof(posts) = 'array') check (octet_length(posts::text) <= 16384),
  fetched_at timestamptz not null
);
alter table private.blog_posts enable row level security;
revoke all on table private.blog_posts from public, anon, authenticated, service_role;

-- One signed statement of the log for each past day (UTC). It holds no time within the day, and a hash that differs from
-- day to day whether or not anything happened. All of it is published.
create table private.log_days (
  day date primary key,
  statement text not null check (octet_length(statement) <= 4096),
  -- ECDSA over P-256 and SHA-256, as DER.
  signature bytea not null check (octet_length(signature) <= 80),
  -- What it verifies with, as PEM: of the keys that this installation had then.
  public_key text not null check (octet_length(public_key) <= 400)
);
alter table private.log_days enable row level security;
revoke all on table private.log_days from public, anon, authenticated, service_role;

create function private.refuse_log_day_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'the signed days of the log are append only' using errcode = 'insufficient_privilege';
end $$;

-- For each statement, so that even one that would hit no row is refused; the table's owner is refused too.
create trigger refuse_log_day_change before update or delete or truncate on private.log_days
  for each statement execute function private.refuse_log_day_change();
alter table private.log_days enable always trigger refuse_log_day_change;
