import { expect, test } from 'vitest';
import { openStoredRecords } from './stored-records.ts';

const parseText = (value: unknown) => (typeof value === 'string' ? value : undefined);

test('where the browser refuses its database, records live as long as the page', async () => {
  const records = openStoredRecords('vault-pins', parseText);
  expect(await records.all()).toEqual([]);
  await records.change('one', (present) => present ?? 'first');
  await records.change('one', (present) => `${present} and second`);
  await records.change('two', () => 'other');
  expect(await records.all()).toEqual(['first and second', 'other']);
  await records.change('one', () => undefined);
  expect(await records.all()).toEqual(['other']);
});
