-- Accounts that people make for themselves, where the owner of the server allows it, and addresses that wait for a confirmation.

set local role supabase_auth_admin;

-- An account without a name has no address.
alter table auth.users alter column email drop not null;
alter table auth.users add constraint users_named_or_anonymous check (email is not null or is_anonymous);
alter table auth.users add column invited_at timestamptz;
-- The address asked for, and which of the two links was shown: 1 the present address's, 2 the new one's.
alter table auth.users add column email_change text check (email_change = lower(email_change) and length(email_change) between 3 and 255);
alter table auth.users add column email_change_confirm_status smallint not null default 0 check (email_change_confirm_status between 0 and 3);
-- Ours: made by the person whom it belongs to. These have a number that they do not exceed together.
alter table auth.users add column signed_up boolean not null default false;
create index users_signed_up on auth.users (created_at) where signed_up;

-- Beside the one token of an account there may be one for its new address.
alter table auth.one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table auth.one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new'));
alter table auth.one_time_tokens add column is_for_new_address boolean not null generated always as (purpose = 'email_change_new') stored;
alter table auth.one_time_tokens drop constraint one_time_tokens_pkey;
alter table auth.one_time_tokens add primary key (user_id, is_for_new_address);

reset role;
