import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isbn10Of, readIsbn } from './isbn.ts';

/** The examples of the ISBN Users' Manual (International ISBN Agency, 7th edition) and of RFC 3187, and a check digit of X. */
test.each([
  ['978-0-11-000222-4', '9780110002224'],
  ['ISBN 978-0-571-08989-5', '9780571089895'],
  ['0-395-36341-1', '9780395363416'],
  ['URN:ISBN:0-395-36341-1', '9780395363416'],
  ['207042779X', '9782070427796'],
  ['2-07-042779-x', '9782070427796'],
  ['979-10-90636-07-1', '9791090636071'],
])('%s is the book %s', (written, isbn) => expect(readIsbn(written)).toBe(isbn));

test.each([
  '',
  '978-0-11-000222-5',
  '0-395-36341-2',
  '123456789',
  '9770317847001',
  '97801100022244',
  'X395363411',
  '９７８０１１０００２２２４',
])('%j is no ISBN', (written) => expect(readIsbn(written)).toBeUndefined());

const twelve = fc
  .tuple(fc.constantFrom('978', '979'), fc.integer({ min: 0, max: 999_999_999 }))
  .map(([start, rest]) => `${start}${String(rest).padStart(9, '0')}`);

test('of the ten numbers that differ in their last digit one is an ISBN, and no digit of it can be mistyped unnoticed', () => {
  fc.assert(
    fc.property(twelve, fc.nat(12), fc.integer({ min: 1, max: 9 }), (start, place, by) => {
      const valid = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).filter((code) => readIsbn(code) !== undefined);
      expect(valid).toHaveLength(1);
      const [isbn = ''] = valid;
      const typo = `${isbn.slice(0, place)}${(Number(isbn[place]) + by) % 10}${isbn.slice(place + 1)}`;
      expect(readIsbn(typo)).toBeUndefined();
    }),
  );
});

test('ten digits and thirteen are the same book', () => {
  fc.assert(
    fc.property(
      twelve.filter((start) => start.startsWith('978')),
      (start) => {
        const isbn = Array.from({ length: 10 }, (_, digit) => readIsbn(`${start}${digit}`)).find((code) => code !== undefined) ?? '';
        expect(readIsbn(isbn10Of(isbn) ?? '')).toBe(isbn);
      },
    ),
  );
  expect(isbn10Of('9791090636071')).toBeUndefined();
});
