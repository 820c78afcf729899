-- Mails with one-time links. A row is written with its token, in one transaction; a server hands it to the mail server, or, where
-- there is none, the owner reads it. The text is sealed under a key that is kept outside the database: a dump opens no link.

set local role supabase_auth_admin;

-- When the mail server took the mail of this kind, and never before.
alter table auth.users add column confirmation_sent_at timestamptz;
alter table auth.users add column recovery_sent_at timestamptz;
alter table auth.users add column email_change_sent_at timestamptz;

create table auth.mails (
  id uuid primary key,
  kind text not null check (kind in ('signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new', 'test')),
  -- Whose token it brings; none for a test.
  user_id uuid references auth.users (id) on delete cascade,
  token_hash bytea check (length(token_hash) = 32),
  recipient text not null check (length(recipient) between 3 and 255),
  -- handed: the mail server is being given the text; what became of it is not known before it answers.
  state text not null default 'waiting' check (state in ('waiting', 'handed', 'sent', 'refused', 'expired', 'unknown')),
  -- Subject and text, sealed; gone when the token is, and once there is nothing left to send.
  sealed_text text,
  -- What the mail server said last, without control characters and short.
  reply text check (length(reply) <= 200),
  attempts integer not null default 0,
  -- Not tried before; while one server tries, the others wait until then.
  next_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  check (user_id is null = (kind = 'test') and token_hash is null = (kind = 'test'))
);
create index mails_due on auth.mails (next_at) where state in ('waiting', 'handed');
create index mails_by_age on auth.mails (created_at);
create index mails_by_token on auth.mails (token_hash) where token_hash is not null;
create index mails_by_user on auth.mails (user_id);
alter table auth.mails enable row level security;

-- Whoever may write a mail takes this row, whether there is one to write or not: mails take turns, so that their number is kept to,
-- and what is done for an address with an account takes as long as what is done for one without.
create table auth.mail_turn (
  is_only boolean primary key default true check (is_only),
  taken_at timestamptz not null
);
insert into auth.mail_turn (taken_at) values (now());
alter table auth.mail_turn enable row level security;

-- A token that is spent, void or replaced takes the text of its mail with it.
create function auth.end_mail_of_token() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update auth.mails set sealed_text = null, ended_at = coalesce(ended_at, now()),
    state = case when state = 'waiting' then 'expired' else state end
    where token_hash = old.token_hash;
  return null;
end
$$;
create trigger end_mail_of_spent_token after delete on auth.one_time_tokens
  for each row execute function auth.end_mail_of_token();
create trigger end_mail_of_replaced_token after update of token_hash on auth.one_time_tokens
  for each row when (old.token_hash is distinct from new.token_hash) execute function auth.end_mail_of_token();

reset role;
