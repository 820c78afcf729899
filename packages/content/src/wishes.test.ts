import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeContentFailure } from './content-failure.ts';
import { parseWishes } from './wishes.ts';

const sample = readFileSync(new URL('../../../content/wishes.json', import.meta.url), 'utf8');
const wish = { key: 'brass-lamp', title: 'Brass lamp', category: 'Home' };

function complaintAbout(...wishes: readonly unknown[]): string {
  const parsed = parseWishes('wishes.json', JSON.stringify({ wishes }));
  return parsed.ok ? 'no complaint' : describeContentFailure(parsed.failure).replace(/ Line \d+\..*$/gm, '');
}

test('the sample list that ships is usable and holds every priority', () => {
  const parsed = parseWishes('wishes.json', sample);
  expect(parsed.ok && new Set(parsed.value.map(({ priority }) => priority))).toEqual(new Set([1, 2, 3]));
});

test('a wish needs a key, a title and a category; one of it is wished for, with middle priority, unless it says otherwise', () => {
  expect(parseWishes('wishes.json', JSON.stringify({ wishes: [wish] }))).toEqual({
    ok: true,
    value: [{ ...wish, priority: 2, quantity: 1 }],
  });
  expect(complaintAbout()).toBe('no complaint');
});

test('a mistake is named by file, field and problem', () => {
  expect(complaintAbout({ ...wish, title: undefined })).toBe('wishes.json: the field "wishes.0.title" is missing.');
  expect(complaintAbout({ ...wish, key: 'Brass Lamp' })).toContain('the field "wishes.0.key" must be a short name such as "brass-lamp"');
  expect(complaintAbout(wish, wish)).toBe('wishes.json: the field "wishes.1.key" must not name two wishes.');
  expect(complaintAbout({ ...wish, priority: 4 })).toBe('wishes.json: the field "wishes.0.priority" must be 3 or less.');
  expect(complaintAbout({ ...wish, priceMinor: 1200 })).toBe(
    'wishes.json: the field "wishes.0.currency" must stand beside priceMinor, or neither of them.',
  );
  expect(complaintAbout({ ...wish, url: 'javascript:alert(1)' })).toContain('the field "wishes.0.url" must be a web address');
  expect(complaintAbout({ ...wish, price: 12 })).toBe('wishes.json: the field "wishes.0.price" is not known; check its spelling.');
});
