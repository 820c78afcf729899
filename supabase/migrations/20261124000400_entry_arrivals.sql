-- When the database first saw an entry. `created_at` is whoever's word who wrote it: entries that somebody adds now, dated back, must
-- not count as those that were there before. Entries that are here already count as new for one hour more.
alter table public.vault_entries add column added_at timestamptz not null default now();
