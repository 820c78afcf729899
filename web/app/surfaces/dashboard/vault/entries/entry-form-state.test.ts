import { expect, test } from 'vitest';
import { emptyDraft } from '../../../../domains/vault/entries/entry-draft.ts';
import { upgradedDraft } from '../../../../domains/vault/entries/upgraded-draft.ts';
import { addressOf, draftOfForm, type EntryFormState, formErrors, formOf, halfTypedOf } from './entry-form-state.ts';
import { ownFieldsOf, typedValue, withAddress, withTypedValue } from './record/typed-values.ts';

const offered = ['general', 'social', 'work', 'finance'];
const empty = formOf(emptyDraft, offered);
const named = (part: Partial<EntryFormState>): EntryFormState => ({ ...empty, title: 'Wifi', ...part });
const field = (name: string, value: string, hidden = false) => ({ name, value, hidden });

test('a title is required, and of each type what makes it one', () => {
  expect(Object.keys(formErrors(empty, ''))).toEqual(['title', 'password']);
  for (const [kind, at] of [
    ...([
      ['login', 'password'],
      ['note', 'notes'],
      ['card', 'password'],
      ['identity', 'name'],
    ] as const),
    ...([
      ['key', 'password'],
      ['api-token', 'password'],
      ['recovery-codes', 'password'],
    ] as const),
  ]) {
    expect(Object.keys(formErrors(named({ kind }), '')), kind).toEqual([at]);
    expect(formErrors(named({ kind }), '', true), 'as it was imported').toEqual({});
  }
  expect(formErrors(named({ kind: 'note', notes: 'the text' }), '')).toEqual({});
  expect(formErrors(named({ kind: 'identity', fields: withTypedValue([], 'Last name', 'Varga', false) }), '')).toEqual({});
});

test('an address is whole, empty, or as it was', () => {
  const form = { ...empty, title: 'Bank', password: 'x', url: 'bank' };
  expect(formErrors(form, '')).toHaveProperty('url');
  expect(formErrors(form, 'bank')).toEqual({});
  expect(formErrors({ ...form, url: 'https://bank.test' }, '')).toEqual({});
});

test('a host without a scheme is an address of https, and anything else stays as it was typed', () => {
  for (const [typed, meant] of [
    [' github.com ', 'https://github.com'],
    ['example.com:8443/login?a=1', 'https://example.com:8443/login?a=1'],
    ['localhost:3000', 'https://localhost:3000'],
    ['192.168.1.1', 'https://192.168.1.1'],
  ] as const) {
    expect(addressOf(typed)).toBe(meant);
    expect(formErrors(named({ password: 'x', url: typed }), '')).toEqual({});
    expect(draftOfForm(named({ url: typed })).details.url).toBe(meant);
  }
  for (const other of ['http://a.example', 'ftp://a.example', 'mailto:a@b.example', 'javascript:alert(1)', 'bank', 'a b.example', '']) {
    expect(addressOf(other)).toBe(other);
  }
  expect(addressOf('github.com', 'github.com')).toBe('github.com');
  expect(halfTypedOf(named({ url: 'git.hub' }), emptyDraft).details.url).toBe('git.hub');
});

test('a login has any number of addresses, of which empty ones are not saved and wrong ones are named', () => {
  const [first, second] = [withAddress([]), withAddress(withAddress([]))];
  expect(second.map(({ name }) => name)).toEqual(['url 2', 'url 3']);
  const filled = second.map((one, at) => ({ ...one, value: ['b.example', ''][at] ?? '' }));
  const form = named({ password: 'x', url: 'a.example', fields: filled });
  expect(formErrors(form, '')).toEqual({});
  expect(draftOfForm(form).secrets.fields).toEqual([field('url 2', 'https://b.example')]);
  expect(formErrors({ ...form, fields: first.map((one) => ({ ...one, value: 'not one' })) }, '')).toHaveProperty('urls');
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
  const identity = {
    details: { ...draft.details, kind: 'note' as const },
    secrets: {
      ...draft.secrets,
      fields: [field('my own', 'x', true), field('Last name', 'Varga'), field('castellan.record', 'identity.1')],
    },
  };
  expect(formOf(identity, offered).kind).toBe('identity');
  expect(draftOfForm(formOf(identity, offered))).toEqual(identity);
  expect(halfTypedOf(formOf(identity, offered), identity)).toEqual(identity);
  const newer = { ...identity, secrets: { ...identity.secrets, fields: [field('castellan.record', 'passport.2')] } };
  expect(draftOfForm(formOf(newer, offered))).toEqual(newer);
});

test('another kind chosen in the form loses no value: what the new one does not name is a field of the owner’s', () => {
  const fields = withTypedValue(withTypedValue([], 'Expiry', '03/2031', false), 'PIN', '9876', true);
  const card = named({ kind: 'card', password: '4111', fields });
  expect(ownFieldsOf('card', fields)).toEqual([]);
  expect(ownFieldsOf('login', fields)).toEqual(fields);
  expect(draftOfForm({ ...card, kind: 'login' }).secrets.fields).toEqual([field('Expiry', '03/2031'), field('PIN', '9876', true)]);
  expect(typedValue(withTypedValue(fields, 'Expiry', '', false), 'Expiry')).toBe('');
});

test('an imported card is edited in the form of a card, with nothing left over and nothing lost', () => {
  const imported = {
    details: { ...emptyDraft.details, kind: 'card' as const, title: 'Visa' },
    secrets: {
      ...{ ...emptyDraft.secrets, password: '4111' },
      fields: [field('card.expMonth', '3'), field('card.expYear', '2031'), field('card.code', '123', true), field('shop', 'corner')],
    },
  };
  const form = formOf(upgradedDraft(imported), offered);
  expect([typedValue(form.fields, 'Expiry'), typedValue(form.fields, 'Security code')]).toEqual(['03/2031', '123']);
  expect(ownFieldsOf('card', form.fields).map(({ name }) => name)).toEqual(['shop']);
});
