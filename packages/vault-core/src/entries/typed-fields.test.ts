import fc from 'fast-check';
import { expect, test } from 'vitest';
import { edit, entryId, makeWorld, must, rowOf } from '../../tests/vault-world.ts';
import { sampleEntry } from '../export/entry-samples.ts';
import { importBitwarden } from '../import/bitwarden-json.ts';
import { planImport } from '../import/import-plan.ts';
import { membersOf, readJson } from '../import/read-json.ts';
import { listEntries } from '../manifest/open-vault.ts';
import { cardKindOf, groupedCardNumber } from './card-kind.ts';
import { type Entry, type EntryField, entryKinds } from './entry.ts';
import { withHints, withoutHints } from './entry-hints.ts';
import { firstVersion } from './entry-history.ts';
import { parseDetails, parseSecrets } from './entry-parse.ts';
import { readEntry } from './read-entry.ts';
import { isRecordMark, markedType, recordTypeOf, recordTypes, writtenAs } from './record-type.ts';
import { typedFields, typedFieldsOf, upgradeEntry } from './typed-fields.ts';

const names = [
  ...['card.cardholderName', 'card.code', 'card.expMonth', 'card.expYear', 'card.brand', 'card.number', 'Expiry', 'Security code', 'PIN'],
  ...['identity.firstName', 'identity.lastName', 'identity.ssn', 'identity.username', 'First name', 'castellan.record'],
  ...['sshKey.publicKey', 'sshKey.keyFingerprint', 'Public key', 'url 2', 'my own'],
];
const field = fc.record({
  name: fc.constantFrom(...names),
  value: fc.constantFrom('', '1', '12', '13', '2031', '31', 'Ada', 'identity.1', 'https://b.example', 'x\ny'),
  hidden: fc.boolean(),
});

/** Entries as earlier versions of the program and of its imports saved them. */
const olderEntries = fc
  .record({ kind: fc.constantFrom(...entryKinds), fields: fc.array(field, { maxLength: 9 }), number: fc.nat(200) })
  .map(({ kind, fields, number }): Entry => {
    const { details, secrets } = sampleEntry(number);
    return { details: { ...details, kind }, secrets: { ...secrets, fields } };
  });

/** Every text that the fields show, an expiry as the month and the year that it was. */
const shownOf = (fields: readonly EntryField[]) =>
  fields
    .filter((one) => !isRecordMark(one))
    .flatMap(({ name, value }) => (name === 'Expiry' && value.includes('/') ? value.split('/').map((part) => `${Number(part)}`) : [value]))
    .map((value) => (/^\d{1,2}$/.test(value) ? `${Number(value)}` : value))
    .toSorted();

test('whatever an earlier version saved shows the same values under the names of its type, and a second look changes nothing', () => {
  fc.assert(
    fc.property(olderEntries, (old) => {
      const upgraded = upgradeEntry(old);
      expect(shownOf(upgraded.secrets.fields)).toEqual(shownOf(old.secrets.fields));
      expect(upgraded.details).toEqual(old.details);
      expect({ ...upgraded.secrets, fields: [] }).toEqual({ ...old.secrets, fields: [] });
      expect(upgradeEntry(upgraded)).toBe(upgraded);
    }),
    { numRuns: 500 },
  );
});

test('a program that knows no types reads what is written now, and loses no field by saving it', () => {
  fc.assert(
    fc.property(olderEntries, fc.constantFrom(...recordTypes), (old, type) => {
      const { kind, fields } = writtenAs(type, old.secrets.fields);
      const written = firstVersion({ details: { ...old.details, kind }, secrets: { ...old.secrets, fields } });
      // What the earlier program keeps: kinds that it knows, no hints, all fields.
      const byOlder = { details: withoutHints(written.details), secrets: written.secrets };
      expect(entryKinds).toContain(byOlder.details.kind);
      expect(parseSecrets(JSON.parse(JSON.stringify(byOlder.secrets)))?.fields).toEqual(fields);
      const again = firstVersion(byOlder);
      expect(again.details).toEqual(written.details);
      expect(recordTypeOf(again.details.kind, again.details.type)).toBe(type);
    }),
    { numRuns: 300 },
  );
});

test('hints that are none are left out, and withhold no entry; those that are come through as they were', () => {
  const { details } = firstVersion({ ...sampleEntry(4), details: sampleEntry(4).details });
  expect(parseDetails(JSON.parse(JSON.stringify(details)))).toEqual(details);
  const bad = { holds: { fields: -1, hidden: 1e9, note: 1, password: true }, type: 'No Type', urls: [7, null] };
  expect(parseDetails({ ...details, ...bad })).toEqual(withoutHints(details));
  for (const none of [null, 7, [], 'x'])
    expect(parseDetails({ ...details, holds: none, type: none === 'x' ? '' : none, urls: none })).toEqual(withoutHints(details));
});

test('the list says what an entry holds without a value of it, and repeats only its addresses', () => {
  const { details, secrets } = sampleEntry(1);
  const hinted = withHints(details, {
    ...secrets,
    notes: 'the note',
    fields: [
      { name: 'url 2', value: 'https://b.example', hidden: false },
      { name: 'url 3', value: 'https://secret.example', hidden: true },
      { name: 'PIN', value: '9876', hidden: true },
      { name: 'Branch', value: 'Old Town', hidden: false },
      { name: 'castellan.record', value: 'passport.7', hidden: false },
    ],
  });
  expect(hinted).toMatchObject({
    holds: { fields: 1, hidden: 2, note: true, password: true },
    type: 'passport',
    urls: ['https://b.example'],
  });
  for (const value of ['the note', '9876', 'Old Town', 'secret.example']) expect(JSON.stringify(hinted)).not.toContain(value);
});

test('an address is listed without its query and fragment, and not at all where it names a user', () => {
  const { details, secrets } = sampleEntry(1);
  const fields = ['https://a.example/in?token=T0KEN', 'https://b.example/#T0KEN', 'https://ada:T0KEN@c.example/', '?T0KEN'].map(
    (value, at) => ({ name: `url ${at + 2}`, value, hidden: false }),
  );
  const hinted = withHints(details, { ...secrets, fields });
  expect(hinted.urls).toEqual(['https://a.example/in', 'https://b.example/']);
  expect(JSON.stringify(hinted)).not.toContain('T0KEN');
});

test('what a saved entry holds is listed for whoever opens the vault by code alone', async () => {
  const world = await makeWorld(0);
  const id = entryId(1);
  const { kind, fields } = writtenAs('identity', [{ name: 'Passport number', value: 'C01X', hidden: true }]);
  const { details, secrets } = sampleEntry(1);
  await edit(world, [{ kind: 'add', id, entry: { details: { ...details, kind }, secrets: { ...secrets, password: '', fields } } }]);
  expect(listEntries(world.vault)[0]?.details).toMatchObject({ kind: 'note', type: 'identity', holds: { hidden: 1, password: false } });
  const read = must(await readEntry(world.ports, world.vault, rowOf(world, id)));
  expect(markedType(read.secrets.fields)).toBe('identity');
});

const bankCard = { cardholderName: 'Ada V', brand: 'Visa', number: '4111111111111111', expMonth: '3', expYear: '2031', code: '123' };

const bitwarden = {
  items: [
    { type: 3, name: 'Visa of the bank', notes: 'blue', card: bankCard },
    { type: 4, name: 'Ada', identity: { firstName: 'Ada', lastName: 'Varga', passportNumber: 'C01X', postalCode: '8001', city: 'Zürich' } },
    { type: 5, name: 'deploy', sshKey: { privateKey: 'BEGIN\nEND', publicKey: 'ssh-ed25519 AAAA', keyFingerprint: 'SHA256:x' } },
  ],
};

function imported() {
  const read = must(readJson(JSON.stringify(bitwarden)));
  return must(importBitwarden(membersOf(read) ?? new Map(), 'bitwarden-json', 0)).drafts;
}

test('cards, identities and keys of a file come under the names of their type, each hidden as its type says', () => {
  const [card, identity, key] = imported().map(({ entry }) => entry);
  expect(card?.secrets).toMatchObject({ password: '4111111111111111', notes: 'blue' });
  expect(card?.secrets.fields).toEqual([
    { name: 'Cardholder', value: 'Ada V', hidden: false },
    { name: 'Brand', value: 'Visa', hidden: false },
    { name: 'Expiry', value: '03/2031', hidden: false },
    { name: 'Security code', value: '123', hidden: true },
  ]);
  expect(markedType(identity?.secrets.fields ?? [])).toBe('identity');
  expect(identity?.secrets.fields).toContainEqual({ name: 'Postcode', value: '8001', hidden: false });
  expect(identity?.secrets.fields).toContainEqual({ name: 'Passport number', value: 'C01X', hidden: true });
  expect(key?.secrets).toMatchObject({ password: 'BEGIN\nEND', fields: [{ name: 'Public key' }, { name: 'Fingerprint' }] });
});

test('a file that an earlier version imported is a duplicate of itself, and a change of it keeps the earlier text in the history', () => {
  const drafts = imported();
  const [card] = drafts;
  if (card === undefined) throw new Error('no card');
  const older: Entry = {
    ...card.entry,
    secrets: {
      ...card.entry.secrets,
      fields: Object.entries(bankCard)
        .filter(([name]) => name !== 'number')
        .map(([name, value]) => ({ name: `card.${name}`, value, hidden: name === 'code' })),
    },
  };
  const vault = [{ id: 'kept', entry: older }];
  expect(planImport([card], vault, 0, () => 'new')).toMatchObject([{ kind: 'duplicate', id: 'kept' }]);
  const changed = { place: 1, entry: { ...card.entry, secrets: { ...card.entry.secrets, notes: 'red' } } };
  const [plan] = planImport([changed], vault, 0, () => 'new');
  expect(plan).toMatchObject({ kind: 'changed', previous: older, changes: ['notes'] });
  if (plan?.kind !== 'changed') throw new Error('not changed');
  expect(plan.entry.secrets.fields).toEqual(card.entry.secrets.fields);
  expect(plan.entry.secrets.history[0]?.secrets.fields).toEqual(older.secrets.fields);
});

test('a card says whose it is by its number, and is written in the groups that are printed on it', () => {
  const cards = {
    '4111 1111-1111 1111': 'Visa',
    '378282246310005': 'American Express',
    '5555555555554444': 'Mastercard',
    '2720990000000000': 'Mastercard',
  };
  for (const [number, kind] of Object.entries(cards)) expect(cardKindOf(number)).toBe(kind);
  for (const [number, kind] of [
    ['3530111333300000', 'JCB'],
    ['6011000990139424', 'Discover'],
    ['36227206271667', 'Diners Club'],
  ] as const) {
    expect(cardKindOf(number)).toBe(kind);
  }
  for (const none of ['', '41', 'not a number', '9999999999999999', '2721000000000000']) expect(cardKindOf(none)).toBeUndefined();
  expect(groupedCardNumber('378282246310005')).toBe('3782 822463 10005');
  expect(groupedCardNumber('4111111111111111')).toBe('4111 1111 1111 1111');
  expect(groupedCardNumber('not a number')).toBe('not a number');
});

test('the types name each field once', () => {
  for (const fields of Object.values(typedFields)) expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
});

test('a type asks for the fields that it names, and every other type for none', () => {
  for (const type of recordTypes)
    expect(typedFieldsOf(type), type).toEqual(Object.entries(typedFields).find(([named]) => named === type)?.[1] ?? []);
});
