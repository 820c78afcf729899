import type { Entry } from '@castellan/vault-core/entries/entry';
import { expect, test } from 'vitest';
import { emptyDraft, resolveConflict } from './entry-draft.ts';

function entry(title: string, username: string, password: string, fields: Entry['secrets']['fields'] = []): Entry {
  const dates = { createdAt: '', updatedAt: '', passwordChangedAt: '', trashedAt: null };
  return {
    details: { ...emptyDraft.details, ...dates, hasTotp: false, title, username },
    secrets: { ...emptyDraft.secrets, password, fields, history: [] },
  };
}

test('what only the other side changed is kept, and of what both changed the chosen side', () => {
  const sides = { base: entry('Bank', 'ada', 'old'), mine: entry('Bank', 'ada.m', 'mine'), theirs: entry('Bank AG', 'ada.t', 'theirs') };
  const draft = resolveConflict(sides, new Set(['password']));
  expect([draft.details.title, draft.details.username, draft.secrets.password]).toEqual(['Bank AG', 'ada.m', 'theirs']);
});

test('a custom field that both changed is the chosen side’s', () => {
  const pin = (value: string) => [{ name: 'PIN', value, hidden: true }];
  const sides = { base: entry('Card', '', '', pin('1')), mine: entry('Card', '', '', pin('2')), theirs: entry('Card', '', '', pin('3')) };
  expect(resolveConflict(sides, new Set(['field:PIN'])).secrets.fields).toEqual(pin('3'));
  expect(resolveConflict(sides, new Set()).secrets.fields).toEqual(pin('2'));
});
