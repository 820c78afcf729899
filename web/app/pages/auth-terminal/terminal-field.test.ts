import { expect, test } from 'vitest';
import { startingState } from './sign-in-reducer.ts';
import type { Step } from './sign-in-state.ts';
import { fieldOf, quickAnswersOf } from './terminal-field.ts';

const at = (step: Step, waiting = false) => ({ ...startingState, step, waiting });
const email = 'ada@varga.example';
const enrolment = { factorId: 'f', address: 'otpauth://totp/a', secret: 'JBSWY3DP' };

test.each([
  [{ kind: 'sign-in-email' }, 'email', 'username'],
  [{ kind: 'sign-in-password', email }, 'password', 'current-password'],
  [{ kind: 'setup-email', secret: 's' }, 'email', 'username'],
  [{ kind: 'setup-password', secret: 's', email }, 'password', 'new-password'],
  [{ kind: 'setup-repeat', secret: 's', email, password: 'p' }, 'password', 'new-password'],
  [{ kind: 'code', factorId: 'f', passkeyId: undefined, email, method: 'totp' }, 'text', 'one-time-code'],
  [{ kind: 'enrol-code', enrolment, secretShown: false }, 'text', 'one-time-code'],
  [{ kind: 'enrol-grant' }, 'password', 'off'],
  [{ kind: 'command' }, 'text', 'off'],
] as const)('browsers and password managers know what $0.kind asks for', (step, type, autocomplete) => {
  expect(fieldOf(at(step))).toMatchObject({ type, autocomplete });
});

test('a password field names its account', () => {
  expect(fieldOf(at({ kind: 'sign-in-password', email })).username).toBe(email);
});

test('a code field takes a pasted recovery code', () => {
  expect(fieldOf(at({ kind: 'code', factorId: 'f', passkeyId: undefined, email, method: 'totp' })).maxLength).toBeGreaterThanOrEqual(
    'ABCDE-23456'.length,
  );
});

test('each question has a field of its own, so that nothing typed for one stays for the next', () => {
  const totp = fieldOf(at({ kind: 'code', factorId: 'f', passkeyId: undefined, email, method: 'totp' }));
  const recovery = fieldOf(at({ kind: 'code', factorId: 'f', passkeyId: undefined, email, method: 'recovery_code' }));
  expect(totp.id).not.toBe(recovery.id);
});

test('every dialogue can be left by a button, and nothing is offered while an answer is awaited', () => {
  const steps: readonly Step[] = [
    { kind: 'sign-in-email' },
    { kind: 'sign-in-password', email },
    { kind: 'setup-email', secret: 's' },
    { kind: 'code', factorId: 'f', passkeyId: undefined, email, method: 'totp' },
    { kind: 'enrol-grant' },
  ];
  for (const step of steps) {
    expect(quickAnswersOf(at(step)).some(({ answer }) => answer.kind === 'cancel')).toBe(true);
    expect(quickAnswersOf(at(step, true))).toEqual([]);
  }
});

test('a passkey is the first button where there is one, and the authenticator none where there is none', () => {
  const code = { kind: 'code', factorId: 'f', passkeyId: 'p', email, method: 'totp' } as const;
  const labels = (step: Step) => quickAnswersOf(at(step)).map(({ label }) => label);
  expect(labels(code)).toEqual(['Use a passkey', 'Use a recovery code', 'Cancel']);
  expect(labels({ ...code, method: 'recovery_code' })).toEqual(['Use a passkey', 'Use the authenticator', 'Cancel']);
  expect(labels({ ...code, factorId: undefined, method: 'recovery_code' })).toEqual(['Use a passkey', 'Cancel']);
  expect(labels({ ...code, passkeyId: undefined })).toEqual(['Use a recovery code', 'Cancel']);
});
