import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../tests/support/cpu-time.ts';
import { hostilePages, nestedPage } from '../../../tests/support/hostile/answers.ts';
import { readShopPage } from './read-shop-page.ts';

const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

test('Open Graph names title and price, whatever stands before it', () => {
  const page = readShopPage(`<!doctype html><title>Shop · Lamp</title><p>12.00</p>
    <meta property="og:title" content="A brass lamp &amp; shade">
    <meta property="product:price:amount" content="49,90"><meta property="product:price:currency" content="eur">`);
  expect(page).toEqual({ title: 'A brass lamp & shade', price: '49.90', currency: 'EUR' });
});

test.each([
  ['one offer', { '@type': 'Product', name: 'Lamp', offers: { price: 49.9, priceCurrency: 'EUR' } }],
  ['several offers', [{ '@type': 'Product', name: 'Lamp', offers: [{ price: '49.9', priceCurrency: 'EUR' }, { price: '60' }] }]],
  [
    'a graph with a lowest price',
    { '@graph': [{ '@type': 'WebPage' }, { name: 'Lamp', offers: { lowPrice: '49.9', priceCurrency: 'EUR' } }] },
  ],
])('schema.org: %s', (_, value) => {
  expect(readShopPage(jsonLd(value))).toEqual({ title: 'Lamp', price: '49.9', currency: 'EUR' });
});

test('a price without a currency, with thousands, below nothing or in words is no price', () => {
  for (const offer of [
    { price: '5' },
    { price: '1,299.00', priceCurrency: 'USD' },
    { price: -5, priceCurrency: 'USD' },
    { price: 'free', priceCurrency: 'USD' },
    { price: '5', priceCurrency: 'dollars' },
  ])
    expect(readShopPage(jsonLd({ name: 'Lamp', offers: offer }))).toEqual({ title: 'Lamp', price: null, currency: null });
});

test('a title is one line of 120 characters, without what cannot be seen', () => {
  const { title } = readShopPage(`<title>\u202e a \n\n b\u0000 ${'é'.repeat(400)}</title>`);
  expect(title).toMatch(/^a b é+$/);
  expect([...(title ?? '')]).toHaveLength(120);
});

test('broken, hostile and empty pages say nothing, and are read in no time to speak of', () => {
  const nothing = { title: null, price: null, currency: null };
  for (const html of [
    '',
    '<title>',
    '\u0000'.repeat(1000),
    '<script type="application/ld+json">{"offers":',
    jsonLd({ __proto__: { offers: { price: 1 } }, offers: { __proto__: null, price: { valueOf: 1 } } }),
    '<meta property="__proto__" content="x">',
    '<div '.repeat(200_000),
    `<script type="application/ld+json">${'['.repeat(200_000)}</script>`,
  ])
    expect(readShopPage(html)).toEqual(nothing);
});

test('400,000 nested elements end the reading, and what stood before them counts', () => {
  const before = cpuNowMs();
  expect(readShopPage(`<title>Lamp</title>${nestedPage(400_000)}`)).toEqual({ title: 'Lamp', price: null, currency: null });
  expect(cpuNowMs() - before).toBeLessThan(50);
});

test.each(hostilePages)('$name: read in proportion to its length', ({ bytes }) => {
  // As many as the function fetches.
  const html = Buffer.from(bytes.subarray(0, 2 * 1024 * 1024)).toString('latin1');
  const before = cpuNowMs();
  readShopPage(html);
  expect(cpuNowMs() - before).toBeLessThan(1_000);
});
