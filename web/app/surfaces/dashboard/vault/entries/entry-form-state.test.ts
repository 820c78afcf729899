import { expect, test } from 'vitest';
import { emptyDraft } from '../../../../domains/vault/entries/entry-draft.ts';
import { draftOfForm, formErrors, formOf } from './entry-form-state.ts';

const offered = ['general', 'social', 'work', 'finance'];
const empty = formOf(emptyDraft, offered);

test('a title is required, and a password for logins only', () => {
  expect(Object.keys(formErrors(empty, ''))).toEqual(['title', 'password']);
  expect(formErrors({ ...empty, kind: 'note', title: 'Wifi' }, '')).toEqual({});
});

test('an address is whole, empty, or as it was', () => {
  const form = { ...empty, title: 'Bank', password: 'x', url: 'bank' };
  expect(formErrors(form, '')).toHaveProperty('url');
  expect(formErrors(form, 'bank')).toEqual({});
  expect(formErrors({ ...form, url: 'https://bank.test' }, '')).toEqual({});
});

test('a one-time secret makes codes or is not saved', () => {
  const form = { ...empty, title: 'Bank', password: 'x' };
  expect(formErrors({ ...form, totp: 'no secret!' }, '')).toHaveProperty('totp');
  expect(formErrors({ ...form, totp: 'JBSWY3DPEHPK3PXP' }, '')).toEqual({});
});

test('what goes through the form comes out as it was', () => {
  const draft = {
    details: { ...emptyDraft.details, title: 'Bank', category: 'travel', tags: ['a', 'b'], expiresAt: '2027-01-02T00:00:00.000Z' },
    secrets: { ...emptyDraft.secrets, password: ' p ', fields: [{ name: 'PIN', value: '1', hidden: true }] },
  };
  const form = formOf(draft, offered);
  expect([form.category, form.customCategory]).toEqual(['custom', 'travel']);
  expect(draftOfForm(form)).toEqual(draft);
});
