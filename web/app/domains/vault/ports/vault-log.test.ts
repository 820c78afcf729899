import { expect, test } from 'vitest';
import { descriptionOf } from './vault-log.ts';

test.each([
  [descriptionOf('export', { format: 'csv', way: 'master' }), 'Vault exported as CSV in clear, proven by the master password'],
  [descriptionOf('export', { format: 'kdbx', way: 'passkey' }), 'Vault exported as KDBX, proven by a passkey'],
  [descriptionOf('unlock', { way: 'recovery' }), 'Vault unlocked with the recovery key'],
  [descriptionOf('unlock', { way: 'code' }), 'Vault unlocked'],
  [descriptionOf('add_way', { reason: 'passkey', way: 'master' }), 'Vault unlock method added: passkey, proven by the master password'],
  [
    descriptionOf('remove_way', { reason: 'recovery', way: 'master' }),
    'Vault unlock method removed: recovery key, proven by the master password',
  ],
  [descriptionOf('change_master', { way: 'recovery' }), 'Vault master password changed, proven by the recovery key'],
  [descriptionOf('view', { entryId: 'an-id' }), 'Vault entry viewed (an-id)'],
])('a row of the log tells acts, formats and ways in apart: %s', (text, expected) => {
  expect(text).toBe(expected);
});
