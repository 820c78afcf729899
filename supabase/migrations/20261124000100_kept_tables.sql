-- The catalogue of what is kept: data_passport() and delete_everything() read it, so that neither is written anew for another table.
--
-- Tables of schema public need no row: one that has none is counted under its own name, and deleted. Tables of schema private have
-- one each.

create table private.kept_tables (
  -- With its schema.
  name text primary key,
  -- Under which name the passport counts it, several tables together; null: it is not told of.
  place text check (place ~ '^[a-z][a-z_]{0,62}$'),
  -- Whether its rows count there, or its bytes alone.
  rows_count boolean not null default true,
  -- What deleting everything does: 'deleted'; 'follows', with a row of another table, by a foreign key or a trigger; 'stays'.
  fate text not null check (fate in ('deleted', 'follows', 'stays'))
);
alter table private.kept_tables enable row level security;
revoke all on table private.kept_tables from public, anon, authenticated, service_role;

insert into private.kept_tables (name, place, rows_count, fate) values
  -- Append only, and kept: whoever could empty the log could hide.
  ('public.activity_logs', 'activity_logs', true, 'stays'),
  ('private.activity_log_head', null, true, 'stays'),
  ('private.activity_log_volume', null, true, 'stays'),
  ('private.log_days', null, true, 'stays'),
  -- Nobody may count what visitors promised.
  ('public.wish_claims', null, true, 'deleted'),
  ('private.vaults', null, true, 'deleted'),
  ('private.vault_slots', 'vault', true, 'follows'),
  ('private.vault_parts', 'vault', true, 'follows'),
  ('private.vault_device_shares', 'vault', true, 'follows'),
  ('private.vault_links', null, true, 'follows'),
  ('private.vault_removed', null, true, 'follows'),
  -- The sums over vault_removed.
  ('private.kept_records', null, true, 'stays'),
  ('private.music_connection', 'music', true, 'deleted'),
  ('private.music_authorizations', null, true, 'deleted'),
  -- The provider's limits.
  ('private.music_budget', null, true, 'stays'),
  ('private.music_calls', null, true, 'stays'),
  ('private.model_connection', 'model', true, 'deleted'),
  ('private.tool_jobs', 'tool_reports', true, 'deleted'),
  ('private.tool_schedules', 'tool_reports', true, 'deleted'),
  ('private.tool_reports', 'tool_reports', false, 'follows'),
  ('private.tool_examples', null, true, 'follows'),
  ('private.tool_shares', null, true, 'follows'),
  ('private.media_covers', null, true, 'follows'),
  ('private.short_link_days', null, true, 'follows'),
  ('private.short_link_openings', null, true, 'follows'),
  ('private.short_link_visitors', null, true, 'follows'),
  -- Random bytes of a day, from which no visitor is told.
  ('private.short_link_salts', null, true, 'stays'),
  ('private.told_habits', null, true, 'follows'),
  ('private.told_misses', null, true, 'follows'),
  ('private.threat_matches', null, true, 'follows'),
  -- Copies of public lists.
  ('private.threat_advisories', null, true, 'stays'),
  ('private.threat_assessments', null, true, 'stays'),
  ('private.threat_feeds', null, true, 'stays'),
  ('private.blog_posts', null, true, 'stays'),
  -- What the site is set up with: the account stays, and seeded wishes do not come back.
  ('private.owner', null, true, 'stays'),
  ('private.setup_secret', null, true, 'stays'),
  ('private.birthday', null, true, 'stays'),
  ('private.seeded_wishes', null, true, 'stays'),
  ('private.kept_tables', null, true, 'stays');

-- It answers more columns from now on.
drop function private.owners_tables();
