-- The owner's scores in the games. The server alone writes here, after it played each game again from its seed and inputs; visitors
-- learn of the highest ones from the server, which asks as the product's owner. So the API may read, for the owner, and nothing else.

create table public.game_scores (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default private.caller_id() references auth.users (id) on delete restrict,
  game text not null check (game ~ '^[a-z][a-z0-9-]{0,30}$'),
  -- Scores of one mode are compared with each other.
  mode text not null check (mode ~ '^[a-z][a-z0-9-]{0,30}$'),
  -- The version of the rules that the game was played by, and again.
  engine smallint not null check (engine > 0),
  seed bigint not null check (seed between 0 and 4294967295),
  score integer not null check (score >= 0),
  steps integer not null check (steps between 1 and 36000),
  -- Over the states of the game, as whoever plays it again gets it.
  hash text not null check (hash ~ '^[0-9a-f]{8}$'),
  -- Seed and inputs, base64url of at most 64,000 bytes.
  replay text not null check (octet_length(replay) <= 85336 and replay ~ '^[A-Za-z0-9_-]+$'),
  -- By the world's clock (UTC).
  played_on date not null default (now() at time zone 'utc')::date,
  created_at timestamptz not null default now()
);

-- The same game counts once.
create unique index game_scores_once on public.game_scores (user_id, md5(replay));
create index game_scores_highest on public.game_scores (game, mode, score desc, created_at);

alter table public.game_scores enable row level security;
revoke all on table public.game_scores from public, anon, authenticated, service_role;
grant select on table public.game_scores to authenticated, service_role;

create policy "The owner reads the scores in a full session" on public.game_scores
  for select to authenticated
  using ((select private.owner_session()) and user_id = (select private.caller_id()));
