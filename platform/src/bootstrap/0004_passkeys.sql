-- Passkeys as second factors: the columns a hosted project has for them, and what is ours beside them.

set local role supabase_auth_admin;

-- What may be read of a passkey: the id its authenticator knows it by, and how to reach that. Its public key is not here but
-- in `secret`, sealed under a key outside the database, so that whoever can write a row still plants no passkey of their own.
alter table auth.mfa_factors add column web_authn_credential jsonb check (jsonb_typeof(web_authn_credential -> 'id') = 'string');
alter table auth.mfa_factors add column web_authn_aaguid uuid;
-- Ours: the newest signature counter seen. An authenticator that counts never repeats one; 0 where it does not count.
alter table auth.mfa_factors add column web_authn_counter bigint not null default 0 check (web_authn_counter between 0 and 4294967295);
-- A passkey belongs to one account (WebAuthn Level 3 §7.1 step 26).
create unique index mfa_factors_one_passkey_each on auth.mfa_factors ((web_authn_credential ->> 'id')) where web_authn_credential is not null;

-- What the authenticator has to sign, and whether a passkey is being made ('create') or asked for ('request').
alter table auth.mfa_challenges add column web_authn_session_data jsonb;

reset role;
