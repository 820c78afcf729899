import fc from 'fast-check';
import { expect, test } from 'vitest';
import { descriptionOf, type VaultAct } from '../vault/ports/vault-log.ts';
import { entryOfActivity, sayActivity } from './say-activity.ts';

const id = 'a89f8c71-0d4c-4c3e-9a51-0b6d3c0f8a11';
const login = () => ({ title: 'AWS root', isLogin: true });
const card = () => ({ title: 'Visa', isLogin: false });

test('what the vault writes of an entry becomes a sentence with its title, or without one', () => {
  const said = (act: VaultAct) => [
    sayActivity(descriptionOf(act, { entryId: id }), login),
    sayActivity(descriptionOf(act, { entryId: id })),
  ];
  expect(said('view')).toEqual(['Password of “AWS root” viewed', 'Password of a vault entry viewed']);
  expect(said('copy')).toEqual(['Copied from “AWS root”', 'Copied from a vault entry']);
  expect(said('send')).toEqual(['“AWS root” sent with a request', 'A vault entry sent with a request']);
  expect(sayActivity(descriptionOf('view', { entryId: id }), card)).toBe('“Visa” viewed');
  expect(sayActivity(descriptionOf('view', { entryId: id }), () => undefined)).toBe('Password of a vault entry viewed');
});

test('a row that is about no entry keeps its words', () => {
  for (const description of ['Signed in', 'Vault unlocked with the master password', '9 sign-ins were refused from 203.0.113.40', '']) {
    expect(sayActivity(description, login)).toBe(description);
    expect(entryOfActivity(description)).toBeUndefined();
  }
});

test('no row shows an id, whatever stands around it', () => {
  expect(sayActivity(`A decoy vault entry was viewed (${id}).`)).toBe('A decoy vault entry was viewed.');
  fc.assert(
    fc.property(fc.string(), fc.uuid(), fc.string(), (before, any, after) => {
      expect(sayActivity(`${before} (${any}) ${after}`)).not.toContain(any);
    }),
  );
});
