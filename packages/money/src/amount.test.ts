import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convertMinor, decimalSignOf, exponentOf, formatMinor, isRate, parseAmount } from './amount.ts';

const read = (text: string, exponent = 2, decimal?: '.' | ',') => {
  const parsed = parseAmount(text, exponent, decimal);
  return parsed.ok ? parsed.value : parsed.failure.code;
};

test('amounts are read as banks write them', () => {
  const cases: readonly (readonly [string, number])[] = [
    ['1,234.56', 123456],
    ['1.234,56', 123456],
    ['1’234.56', 123456],
    ['1 234,50', 123450],
    ['1\u00a0234,50', 123450],
    ['12,34,567.89', 123456789],
    ['(12.00)', -1200],
    ['12.00-', -1200],
    ['−5,00', -500],
    ['-3.77000', -377],
    ['+7', 700],
    ['12 CR', 1200],
    ['12.50DR', -1250],
    ['$-5.10', -510],
    ['-$5.10', -510],
    ['12,34€', 1234],
    ['EUR 3', 300],
    ['.5', 50],
    ['1.234', 123400],
  ];
  for (const [text, minor] of cases) expect([text, read(text)]).toEqual([text, minor]);
});

test('the sign before the fraction is what the amounts of a file agree on', () => {
  const cases: readonly (readonly [readonly string[], '.' | ',' | undefined])[] = [
    [['-1.00', '1.005'], '.'],
    [['1.234', '-2,50 €'], ','],
    [['1,234.5', '1,234'], '.'],
    [['1.50', '1,50'], undefined],
    [['1.234', '7', ''], undefined],
  ];
  for (const [texts, sign] of cases) expect([texts, decimalSignOf(texts, 2)]).toEqual([texts, sign]);
  expect(read('1.005', 2, '.')).toBe('too_precise');
});

test('what is no amount, too precise or too large is named', () => {
  for (const text of ['', '-', 'abc', '1.2.3', '--1', '(-1)', '1,23,4', '1e5', '=1+1', '12 34 x9'])
    expect([text, read(text)]).toEqual([text, text === '12 34 x9' ? 'not_a_number' : 'not_a_number']);
  expect(read('0.123')).toBe('too_precise');
  expect(read('1.5', 0)).toBe('too_precise');
  expect(read('99999999999999999')).toBe('too_large');
  expect(read('1.234', 2, '.')).toBe('too_precise');
  expect(read('1.234', 3)).toBe(1234);
});

test('currencies have the digits of ISO 4217', () => {
  expect(['EUR', 'USD', 'JPY', 'KRW', 'BHD', 'TND', 'CLF', 'constructor'].map(exponentOf)).toEqual([2, 2, 0, 0, 3, 3, 4, 2]);
});

test('what is written is read back, whatever the currency', () => {
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom(0, 2, 3, 4), (minor, exponent) => {
      expect(read(formatMinor(minor, exponent), exponent, '.')).toBe(minor === 0 ? 0 : minor);
    }),
  );
});

test('no text makes it throw or hang', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.,-+()' €CRD"), maxLength: 60 }), (text) => {
      const parsed = parseAmount(text, 2);
      if (parsed.ok) expect(Number.isSafeInteger(parsed.value)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('conversion is exact and rounds half to even', () => {
  expect(convertMinor(10001, 'EUR', 'USD', '1.0825')).toBe(10826);
  expect(convertMinor(100, 'USD', 'JPY', '150.5')).toBe(150);
  expect(convertMinor(300, 'USD', 'JPY', '150.5')).toBe(452);
  expect(convertMinor(-100, 'USD', 'BHD', '0.376')).toBe(-376);
  expect(convertMinor(100, 'USD', 'EUR', '0')).toBeUndefined();
  expect(['1', '0.5', '1.000000000001'].every(isRate)).toBe(true);
  expect(['0', '', '-1', '1e3', '.5', '1,5'].some(isRate)).toBe(false);
});
