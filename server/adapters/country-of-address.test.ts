import { expect, test } from 'vitest';
import { createCountryOf } from './country-of-address.ts';

const countryOf = createCountryOf();

test.each([
  ['193.6.1.1', 'HU'],
  ['2001:738::1', 'HU'],
  ['8.8.8.8', 'US'],
  ['127.0.0.1', undefined],
  ['10.1.2.3', undefined],
  ['::1', undefined],
  ['no address', undefined],
])('%s is in %s', (address, country) => {
  expect(countryOf(address)).toBe(country);
});
