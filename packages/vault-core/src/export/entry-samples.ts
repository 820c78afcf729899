import { type Entry, type EntryDetails, entryKinds } from '../entries/entry.ts';

const titles = ['Mail', 'Bank', 'Forum “Ø”', '=cmd|calc', 'Ключ', '日本語', '"quoted", and comma', 'emoji 🗝️', ' spaced '];
const categories = ['general', 'social', 'work', 'finance', 'My own/nested'];

/**
 * An entry made from its number alone, so that tests, drills and benchmarks agree on what 10,000 entries are. Every part of the
 * model occurs: kinds, tags, fields, history, trash, expiry, one-time secrets, scripts and characters that break careless writers.
 */
export function sampleEntry(number: number): Entry {
  const pick = <Value>(list: readonly Value[], fallback: Value, offset = 0) => list[(number + offset) % list.length] ?? fallback;
  const day = (offset: number) => new Date(Date.UTC(2020, 0, 1 + ((number * 7 + offset) % 2000), 12, number % 60)).toISOString();
  const totp = number % 5 === 0 ? 'otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ&period=30&digits=6' : '';
  const details: EntryDetails = {
    kind: pick(entryKinds, 'login'),
    title: `${pick(titles, 'x')} ${number}`,
    username: `user${number}@example.test`,
    url: number % 3 === 0 ? `http://site${number}.example.test/login?a=1&b=2` : `https://site${number}.example.test`,
    category: pick(categories, 'general'),
    favorite: number % 4 === 0,
    tags: number % 2 === 0 ? ['home', `tag ${number % 10}`] : [],
    createdAt: day(0),
    updatedAt: day(30),
    passwordChangedAt: day(20),
    expiresAt: number % 6 === 0 ? day(400) : null,
    trashedAt: number % 11 === 0 ? day(40) : null,
    canary: number % 97 === 0,
    hasTotp: totp !== '',
  };
  const secrets = {
    password: `pass-${number}-<&>"'=é🗝`,
    notes: number % 3 === 0 ? `line one\nline two\tof ${number}` : '',
    totp,
    fields:
      number % 4 === 0
        ? [
            { name: 'PIN', value: `${number}`, hidden: true },
            { name: 'question', value: 'plain value', hidden: false },
          ]
        : number % 12 === 1
          ? [
              { name: 'First name', value: `Ada ${number}`, hidden: false },
              { name: 'castellan.record', value: 'identity.1', hidden: false },
            ]
          : [],
  };
  const old = { replacedAt: day(25), details: { ...details, username: 'before' }, secrets: { ...secrets, password: `old-${number}` } };
  return { details, secrets: { ...secrets, history: number % 7 === 0 ? [old] : [] } };
}
