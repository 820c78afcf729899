-- Threat Monitor: what the owner runs, and what the server learned of it from public feeds.

-- An inventory: the packages of a file, a line each (`npm lodash 4.17.20`, parted by tabs), or the name of a product to watch.
create table public.threat_inventories (
  name text not null constraint "An inventory's name has 1 to 120 characters on one line"
    check (name ~ '\S' and char_length(name) <= 120 and name !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  kind text not null constraint "An inventory is packages or a product" check (kind in ('packages', 'product')),
  -- What kind of file the packages were read from.
  format text not null default '' constraint "A format has at most 80 characters on one line"
    check (char_length(format) <= 80 and format !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  packages text not null default '' constraint "Packages have together at most 1000000 characters" check (char_length(packages) <= 1000000),
  constraint "Packages belong to an inventory of packages" check (kind = 'packages' or packages = '')
);
select private.make_owner_table('public.threat_inventories');

-- The last good copy of each feed, as it came, for all servers together.
create table private.threat_feeds (
  id text primary key,
  body bytea not null,
  etag text,
  last_modified text,
  fetched_at timestamptz not null,
  -- When the source last said that this is its newest.
  confirmed_at timestamptz not null
);

-- What OSV last said of an inventory: of each package that has any, the ids of its advisories.
create table private.threat_matches (
  inventory_id uuid primary key references public.threat_inventories (id) on delete cascade,
  -- Of the packages that were asked for: other packages are to be asked for anew.
  packages_digest text not null,
  checked_at timestamptz not null,
  matches jsonb not null
);

-- Advisories of OSV, as they were read; `modified` is OSV's word for the version.
create table private.threat_advisories (
  id text primary key,
  modified text not null,
  facts jsonb not null
);

-- CISA's assessments of vulnerabilities; without points where CISA has none.
create table private.threat_assessments (
  cve text primary key,
  points jsonb,
  asked_at timestamptz not null
);

alter table private.threat_feeds enable row level security;
alter table private.threat_matches enable row level security;
alter table private.threat_advisories enable row level security;
alter table private.threat_assessments enable row level security;
revoke all on table private.threat_feeds, private.threat_matches, private.threat_advisories, private.threat_assessments
from public, anon, authenticated, service_role;
