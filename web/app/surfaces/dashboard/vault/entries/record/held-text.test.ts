import { expect, test } from 'vitest';
import { emptyDraft } from '../../../../../domains/vault/entries/entry-draft.ts';
import { addressesOf, heldText, typeOf } from './held-text.ts';

const dates = { createdAt: '', updatedAt: '', passwordChangedAt: '', trashedAt: null, hasTotp: false };
const nothing = { fields: 0, hidden: 0, note: false, password: false };
const details = { ...emptyDraft.details, ...dates };

test('an entry that is closed says what is in it and what opens it, in words and numbers', () => {
  const note = { ...details, kind: 'note' as const };
  expect(heldText({ ...note, type: 'identity', holds: { ...nothing, note: true, hidden: 2 } })).toBe(
    'A note, 2 hidden fields: unlock with your master password to read them.',
  );
  expect(heldText({ ...note, holds: { ...nothing, note: true } })).toBe('A text: unlock with your master password to read it.');
  expect(heldText({ ...details, hasTotp: true, holds: { ...nothing, password: true, fields: 1 } })).toBe(
    'A password, a one-time code, 1 field: unlock with your master password to read them.',
  );
  expect(heldText({ ...details, kind: 'recovery-codes', holds: { ...nothing, password: true } })).toBe(
    'Codes: unlock with your master password to read them.',
  );
});

test('an entry that holds nothing promises nothing, and one from before this was told claims no number', () => {
  expect(heldText({ ...details, holds: nothing })).toBeUndefined();
  expect(heldText(details)).toBe('What it holds is sealed: unlock with your master password to read it.');
});

test('an entry from an earlier import shows every address and what it is, though the list was told of neither', () => {
  const fields = [
    { name: 'url 2', value: 'https://b.example', hidden: false },
    { name: 'castellan.record', value: 'identity.1', hidden: false },
  ] as const;
  const contents = { hasPassword: true, notes: '', fields, versions: 0 };
  expect(addressesOf({ ...details, url: 'https://a.example' }, contents)).toEqual(['https://a.example', 'https://b.example']);
  expect(addressesOf({ ...details, urls: ['https://c.example'] })).toEqual(['', 'https://c.example']);
  expect([typeOf({ ...details, kind: 'note' }, contents), typeOf({ ...details, kind: 'note' })]).toEqual(['identity', 'note']);
});
