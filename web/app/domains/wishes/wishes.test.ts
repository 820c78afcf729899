import { expect, test } from 'vitest';
import type { ListedWish } from '../../lib/listed-wish.ts';
import { formatPrice, parsePrice } from './price.ts';
import { parsePromises } from './promises.ts';
import { categoriesOf, everyWish, selectWishes } from './select-wishes.ts';

const wish = (title: string, more: Partial<ListedWish> = {}): ListedWish => ({
  id: title,
  title,
  url: null,
  priceMinor: null,
  currency: null,
  priority: 2,
  category: 'Books',
  note: null,
  quantity: 1,
  ...more,
});
const lamp = wish('Lamp', { priceMinor: 9000, currency: 'EUR', category: 'Home', priority: 1 });
const atlas = wish('Atlas', { priceMinor: 3000, currency: 'EUR' });
const walk = wish('Walk', { priority: 3 });
const list = [lamp, atlas, walk];
const titles = (selection: Partial<typeof everyWish>) =>
  selectWishes(list, { ...everyWish, ...selection }, ({ title }) => title !== 'Atlas').map(({ title }) => title);

test('the list stands as it came until something is chosen', () => {
  expect(titles({})).toEqual(['Lamp', 'Atlas', 'Walk']);
  expect(titles({ category: 'Books' })).toEqual(['Atlas', 'Walk']);
  expect(titles({ priority: 1 })).toEqual(['Lamp']);
  expect(titles({ onlyAvailable: true })).toEqual(['Lamp', 'Walk']);
  expect(categoriesOf(list)).toEqual(['Books', 'Home']);
});

test('by price, what has none comes last either way', () => {
  expect(titles({ order: 'cheapest' })).toEqual(['Atlas', 'Lamp', 'Walk']);
  expect(titles({ order: 'costliest' })).toEqual(['Lamp', 'Atlas', 'Walk']);
  expect(titles({ order: 'title' })).toEqual(['Atlas', 'Lamp', 'Walk']);
});

test('a price is written and read with the digits that its currency has', () => {
  expect([formatPrice(11600, 'EUR'), formatPrice(4999, 'USD'), formatPrice(1200, 'JPY')]).toEqual(['€116', '$49.99', '¥1,200']);
  expect([parsePrice('49.9', 'EUR'), parsePrice(' 49,99 ', 'EUR'), parsePrice('1200', 'JPY')]).toEqual([4990, 4999, 1200]);
  for (const text of ['', '-1', '1.999', 'free', '1e3']) expect(parsePrice(text, 'EUR'), text).toBeUndefined();
  expect(parsePrice('12.5', 'JPY')).toBeUndefined();
});

test('what a browser kept of promises is read back, and what is none of ours is left out', () => {
  const token = 'a'.repeat(43);
  const kept = { one: { token, title: 'Lamp', quantity: 1, state: 'promised' }, two: { token: 'short' }, three: null };
  expect(parsePromises(JSON.stringify(kept))).toEqual({ one: kept.one });
  for (const text of ['', '[]', 'null', '{']) expect(parsePromises(text) ?? {}, text).toEqual({});
});
