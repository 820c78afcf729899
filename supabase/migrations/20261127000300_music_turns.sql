-- Servers renew the account's tokens one after another. A server that holds no connection to the database cannot hold a lock in it,
-- so the turn is written down, with a time at which it ends by itself.
alter table private.music_budget add column turn_of uuid, add column turn_until timestamptz;
