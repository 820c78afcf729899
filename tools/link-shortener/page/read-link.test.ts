import { expect, test } from 'vitest';
import { makeSlug } from './make-slug.ts';
import { readLink, type TypedLink } from './read-link.ts';

const origin = 'https://castellan.test';
const typed = (changed: Partial<TypedLink>) =>
  readLink({ url: 'https://example.org/', slug: '', title: '', tags: '', expires: '', maxVisits: '', ...changed }, origin);

test.each([
  ['example.org/talk', 'https://example.org/talk'],
  ['http://example.org', 'http://example.org/'],
  ['localhost:8080/x', 'https://localhost:8080/x'],
  ['  https://exämple.org/ä?q=ö ', 'https://xn--exmple-cua.org/%C3%A4?q=%C3%B6'],
  ['https://[2001:db8::1]/', 'https://[2001:db8::1]/'],
])('%s leads to %s', (url, href) => {
  expect(typed({ url })).toMatchObject({ ok: true, value: { url: href } });
});

test.each([
  '',
  'nothing',
  'javascript:alert(1)',
  'ftp://example.org/',
  'data:text/html,x',
  'https://',
  `https://castellan.test/s/other`,
  `https://example.org/${'x'.repeat(2048)}`,
])('the destination “%.30s” is refused', (url) => {
  expect(typed({ url })).toMatchObject({ ok: false, failure: { field: 'url' } });
});

test('slug, tags, time and limit are taken in the forms in which people write them', () => {
  expect(
    typed({ slug: ' Talk-2026 ', tags: '#talks, work,,talks', expires: '2027-01-01T00:00Z', maxVisits: '5', title: ' A\n talk ' }),
  ).toEqual({
    ok: true,
    value: {
      url: 'https://example.org/',
      slug: 'talk-2026',
      title: 'A talk',
      tags: ['talks', 'work'],
      expires_at: '2027-01-01T00:00:00.000Z',
      max_visits: 5,
    },
  });
});

test.each([
  ['slug', { slug: 'a b' }],
  ['slug', { slug: '-a' }],
  ['expires', { expires: 'tomorrow' }],
  ['expires', { expires: '1999-01-01T00:00Z' }],
  ['maxVisits', { maxVisits: '0' }],
  ['maxVisits', { maxVisits: '1e3' }],
  ['tags', { tags: Array.from({ length: 21 }, (_, index) => `t${index}`).join(',') }],
])('what is wrong is told of the field %s', (field, changed) => {
  expect(typed(changed)).toMatchObject({ ok: false, failure: { field } });
});

test('a made slug has 7 letters that are not taken for each other, and no byte makes one likelier', () => {
  let next = 240;
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => next++ % 256);
  expect(makeSlug(bytes)).toBe('rstuvwx'.replace(/./g, (_, at) => '23456789abcdefghjkmnpqrstuvwxyz'[(240 + at) % 31] ?? ''));
  expect(makeSlug()).toMatch(/^[2-9a-hj-km-np-z]{7}$/);
});
