import { expect, test } from 'vitest';
import { must } from '../../tests/vault-world.ts';
import { markedType } from '../entries/record-type.ts';
import { importOnePassword } from './one-password.ts';
import { type Members, membersOf } from './read-json.ts';

const item = (categoryUuid: string, title: string, ...sections: readonly unknown[]) => ({
  categoryUuid,
  overview: { title },
  details: { sections },
});
const field = (id: string, title: string, value: unknown) => ({ id, title, value });

function entriesOf(...items: readonly unknown[]) {
  const data = membersOf({ accounts: [{ vaults: [{ attrs: { name: 'Private' }, items }] }] }) ?? (new Map() as Members);
  const file = must(importOnePassword(data, [], 0));
  expect([file.rejected, file.losses]).toEqual([[], []]);
  return file.drafts.map(({ entry }) => entry);
}

test('a card of 1Password has its number as the main secret, and the rest under the names of a card, whatever language titled it', () => {
  const [card] = entriesOf(
    item(
      '002',
      'Visa',
      {
        title: '',
        fields: [
          field('cardholder', 'Karteninhaber', { string: 'Ada V' }),
          field('ccnum', 'Nummer', { creditCardNumber: '4111111111111111' }),
          field('cvv', 'Prüfnummer', { concealed: '123' }),
          field('expiry', 'gültig bis', { monthYear: 203103 }),
          field('validFrom', 'gültig ab', { monthYear: 202603 }),
        ],
      },
      { title: 'Mehr', fields: [field('pin', 'PIN', { concealed: '9876' }), field('pin', 'alte PIN', { concealed: '5432' })] },
    ),
  );
  expect(card?.details.kind).toBe('card');
  expect(card?.secrets.password).toBe('4111111111111111');
  expect(card?.secrets.fields).toEqual([
    { name: 'Cardholder', value: 'Ada V', hidden: false },
    { name: 'Security code', value: '123', hidden: true },
    { name: 'Expiry', value: '03/2031', hidden: false },
    { name: 'gültig ab', value: '202603', hidden: false },
    { name: 'PIN', value: '9876', hidden: true },
    // A second one of the name keeps its own title.
    { name: 'Mehr: alte PIN', value: '5432', hidden: true },
  ]);
});

test('an identity of 1Password is one here, its address in its parts', () => {
  const [identity] = entriesOf(
    item('004', 'Ada', {
      title: 'Identification',
      fields: [
        field('firstname', 'first name', { string: 'Ada' }),
        field('lastname', 'last name', { string: 'Varga' }),
        field('address', 'address', { address: { street: 'Weir 7', city: 'Alderney', zip: '8001', country: 'gb' } }),
        field('occupation', 'occupation', { string: 'analyst' }),
      ],
    }),
  );
  expect([identity?.details.kind, markedType(identity?.secrets.fields ?? [])]).toEqual(['note', 'identity']);
  const shown = identity?.secrets.fields.map(({ name, value }) => `${name}=${value}`);
  expect(shown).toEqual([
    ...['First name=Ada', 'Last name=Varga', 'Street=Weir 7', 'City=Alderney', 'Postcode=8001', 'Country=gb'],
    ...['Identification: occupation=analyst', 'castellan.record=identity.1'],
  ]);
});

test('an SSH key of 1Password has the private key as the main secret', () => {
  const [key] = entriesOf(
    item('114', 'deploy', {
      title: '',
      fields: [
        field('private_key', 'private key', {
          sshKey: { privateKey: 'BEGIN\nEND', metadata: { publicKey: 'ssh-ed25519 AAAA', fingerprint: 'SHA256:x', keyType: 'ed25519' } },
        }),
      ],
    }),
  );
  expect(key).toMatchObject({ details: { kind: 'key' }, secrets: { password: 'BEGIN\nEND' } });
  expect(key?.secrets.fields.slice(0, 2)).toMatchObject([
    { name: 'Public key', value: 'ssh-ed25519 AAAA', hidden: false },
    { name: 'Fingerprint', value: 'SHA256:x', hidden: false },
  ]);
});

test('a password that an item has of its own is not replaced by a field', () => {
  const own = item('002', 'Visa', { title: '', fields: [field('ccnum', 'number', { creditCardNumber: '4111' })] });
  const [card] = entriesOf({ ...own, details: { ...own.details, password: 'own' } });
  expect(card?.secrets).toMatchObject({ password: 'own', fields: [{ name: 'number', value: '4111', hidden: true }] });
});

test('a field that was concealed in 1Password stays hidden under the name of the type', () => {
  const section = { title: '', fields: [field('email', 'recovery address', { concealed: 'ada@hidden.example' })] };
  const [identity] = entriesOf(item('004', 'Ada', section));
  expect(identity?.secrets.fields).toContainEqual({ name: 'Email', value: 'ada@hidden.example', hidden: true });
});
