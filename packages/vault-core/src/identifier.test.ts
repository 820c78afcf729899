import { expect, test } from 'vitest';
import { seededBytes } from '../tests/vault-world.ts';
import { isIdentifier, newIdentifier } from './identifier.ts';

test('identifiers are random UUIDs in lower case', () => {
  expect(newIdentifier(seededBytes(1))).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(isIdentifier(newIdentifier(seededBytes(2)))).toBe(true);
  expect(isIdentifier('ABCDEF00-0000-4000-8000-000000000000')).toBe(false);
});
