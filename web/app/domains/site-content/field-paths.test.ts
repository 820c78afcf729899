import { expect, test } from 'vitest';
import { valueAt, withValueAt } from './field-paths.ts';
import { readField, writeField } from './form-fields.ts';

test('a field is read and changed at its path, keeps its place, and goes with its group when it is emptied', () => {
  const profile = { name: 'Ada', pgp: { fingerprint: 'AB' }, unknown: { kept: true } };
  expect(valueAt(profile, 'pgp.fingerprint')).toBe('AB');
  expect([valueAt(profile, 'constructor'), valueAt(profile, 'name.length')]).toEqual([undefined, undefined]);
  expect(JSON.stringify(withValueAt(profile, 'name', 'Grace'))).toBe('{"name":"Grace","pgp":{"fingerprint":"AB"},"unknown":{"kept":true}}');
  expect(withValueAt(profile, 'pgp.fingerprint', undefined)).toEqual({ name: 'Ada', unknown: { kept: true } });
  expect(withValueAt({}, 'basics.location.city', 'Budapest')).toEqual({ basics: { location: { city: 'Budapest' } } });
});

test('what a form shows of a field is written back as it was', () => {
  const fields = [
    [{ path: 'a', label: '', kind: 'line' }, 'One line'],
    [{ path: 'a', label: '', kind: 'number' }, 2021],
    [{ path: 'a', label: '', kind: 'lines' }, ['one', 'two']],
    [{ path: 'a', label: '', kind: 'paragraphs' }, ['First.', 'Second.']],
    [{ path: 'a', label: '', kind: 'evidence' }, [{ post: 'Halyard' }, { project: 'Rosette', text: 'the | key' }]],
  ] as const;
  for (const [field, value] of fields) {
    expect(writeField(field, { a: null }, readField(field, { a: value }))).toEqual({ a: value });
    expect(writeField(field, { a: value, b: 1 }, '')).toEqual({ b: 1 });
  }
});

test('a number that is none is kept as it was typed, so that its fault can be told', () => {
  expect(writeField({ path: 'year', label: '', kind: 'number' }, {}, 'soon')).toEqual({ year: 'soon' });
});
