import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { findPasswordWeakness } from './password-rules.ts';

const reasonsOf = (password: string) => findPasswordWeakness(password, 'owner@long-domain.example')?.reasons;

test('twelve characters to seventy-two bytes of an uncommon password are strong enough', () => {
  for (const password of ['twelve chars', 'dark-ocean-lamp', `${'é'.repeat(5)}abcdefg`, `${'x'.repeat(66)}abcdef`, '🗝️🏰 in the moat']) {
    expect(reasonsOf(password), password).toBeUndefined();
  }
});

test('eleven characters and seventy-three bytes are not, and the message says the limit', () => {
  expect(reasonsOf('eleven char')).toEqual(['length']);
  expect(findPasswordWeakness('short one', '')?.message).toBe('Password should be at least 12 characters.');
  expect(findPasswordWeakness(`${'x'.repeat(66)}abcdef!`, '')?.message).toBe('Password should be at most 72 bytes.');
});

test('one key held down is not', () => {
  expect(reasonsOf('aaaaaaaaaaaaaaaa')).toEqual(['characters']);
  expect(reasonsOf('abababababababab')).toEqual(['characters']);
});

test('a common password is not, whatever its case and separators', () => {
  for (const password of ['Password1234', 'correct horse battery staple', 'Correct-Horse-Battery-Staple', 'QWERTYUIOP123']) {
    expect(reasonsOf(password), password).toEqual(['pwned']);
  }
  expect(isCommonPassword('correct horse battery stapler')).toBe(false);
});

test('the account’s own address is not', () => {
  expect(reasonsOf('Owner@Long-Domain.example')).toEqual(['pwned']);
  expect(findPasswordWeakness('firstname.lastname', 'firstname.lastname@example.test')?.reasons).toEqual(['pwned']);
});
