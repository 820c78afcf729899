import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeContentFailure } from './content-failure.ts';
import { comparableName, parsePrivateContact } from './private-contact.ts';

function complaintAbout(contact: unknown): string {
  const parsed = parsePrivateContact('private.json', JSON.stringify(contact));
  return parsed.ok ? 'no complaint' : describeContentFailure(parsed.failure).replace(/ Line \d+\..*$/gm, '');
}

test('the sample that ships is usable', () => {
  expect(complaintAbout(JSON.parse(readFileSync(new URL('../../../content/private.json', import.meta.url), 'utf8')))).toBe('no complaint');
});

test('a mistake is named by file, field and problem, and the number is not repeated in it', () => {
  expect(complaintAbout({ fullName: ' ', phone: '+36 1 555 0142' })).toBe('private.json: the field "fullName" must not be empty.');
  expect(complaintAbout({ fullName: 'Ada Varga', phone: 'call me on 555' })).toBe(
    'private.json: the field "phone" must be a telephone number such as "+36 1 555 0199".',
  );
  expect(complaintAbout({ fullName: 'Ada Varga' })).toBe('private.json: the field "phone" is missing.');
});

test('letter case, outer spaces and the way an accent was typed do not count; anything else does', () => {
  expect(comparableName('  ÁRPÁD Varga ')).toBe(comparableName('árpa\u0301d varga'));
  expect(comparableName('Ada  Varga')).not.toBe(comparableName('Ada Varga'));
});
