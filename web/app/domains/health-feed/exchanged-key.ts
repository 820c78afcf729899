import { settingAddress } from '../settings/setting-address.ts';

/** What is said, in the vault's findings, in the bell and on the overview, where the server seals to a key that the vault does not have. */
export const exchangedKey = {
  finding: 'feed_key_exchanged',
  title: 'The server seals what your phone sends to a key that is none of this vault’s',
  message: 'Somebody may have exchanged the key at the server. Publish this vault’s key again, and revoke tokens that you do not know.',
  to: settingAddress('health-feed'),
} as const;
