-- Digits by mail or by text that confirm a change of the password in an older session, and passwords of accounts with a number.

set local role supabase_auth_admin;

-- When the mail server took the last of these mails, and never before.
alter table auth.users add column reauthentication_sent_at timestamptz;

-- They stand beside the account's one token, so that whoever asks for a way back in does not void them.
alter table auth.one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table auth.one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication'));
alter table auth.one_time_tokens drop constraint one_time_tokens_pkey;
alter table auth.one_time_tokens drop column is_for_new_address;
alter table auth.one_time_tokens add column kept_for text not null generated always as (
  case purpose when 'email_change_new' then 'new address' when 'reauthentication' then 'reauthentication' else 'account' end) stored;
alter table auth.one_time_tokens add primary key (user_id, kept_for);

alter table auth.mails drop constraint mails_kind_check;
alter table auth.mails add constraint mails_kind_check check (kind in
  ('signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication', 'test'));

-- `signup`: the account that its holder asked for with a password, made once the code was shown.
alter table auth.phone_codes drop constraint phone_codes_purpose_check;
alter table auth.phone_codes add constraint phone_codes_purpose_check
  check (purpose in ('sms', 'signup', 'phone_change', 'reauthentication'));
-- Ours: JSON with the id, the hash of the password and what else the account is to have. `code_hash` covers it.
alter table auth.phone_codes add column wanted_account text check (length(wanted_account) <= 16384);
alter table auth.phone_codes add constraint phone_codes_wanted_account check (wanted_account is null or purpose = 'signup');

reset role;
