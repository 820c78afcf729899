import { expect, test } from 'vitest';
import { newMasterError } from './new-master-fields.tsx';

test('a new master has at least eight characters, counted as a person counts them', () => {
  expect(newMasterError({ master: 'seven77', again: 'seven77' })).toBe('Use at least 8 characters.');
  expect(newMasterError({ master: '🔑🔑🔑🔑', again: '🔑🔑🔑🔑' })).toBe('Use at least 8 characters.');
  expect(newMasterError({ master: 'eight888', again: 'eight888' })).toBeUndefined();
});

test('a new master is typed the same way twice', () => {
  expect(newMasterError({ master: 'eight888', again: 'eight889' })).toBe('Passwords do not match.');
});
