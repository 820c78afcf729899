import { expect, test } from 'vitest';
import { refusalHelp, refusalText, waitText } from './refusal-text.ts';

const refused = (reason: string, details: readonly string[] = []) => ({ code: 'refused', reason, details }) as const;

test('a refused sign-in never says which part was wrong', () => {
  const texts = ['invalid_credentials', 'user_not_found', 'email_not_confirmed', 'anything'].map((reason) =>
    refusalText(refused(reason), 'sign-in'),
  );
  expect(new Set(texts)).toEqual(new Set(['Access refused.']));
});

test('what can be done about a refusal is the same for every account and for none, and is left out where the refusal says it itself', () => {
  const reasons = ['invalid_credentials', 'user_not_found', 'email_not_confirmed', 'anything'];
  const helps = [...reasons.map((reason) => refusalHelp(refused(reason), 'sign-in')), refusalHelp({ code: 'unauthorized' }, 'sign-in')];
  expect(new Set(helps.map((lines) => lines.join('\n'))).size).toBe(1);
  expect(helps[0]?.join()).toContain('npm run owner -- reset-password');
  expect(refusalHelp(refused('mfa_verification_failed'), 'code').join()).toContain('npm run owner -- remove-authenticator');
  for (const failure of [{ code: 'rate_limited', retryAfterSeconds: 42 }, { code: 'backend_unreachable' }] as const) {
    expect([...refusalHelp(failure, 'sign-in'), ...refusalHelp(failure, 'code')]).toEqual([]);
  }
  expect(refusalHelp(refused('mfa_code_already_used'), 'code')).toEqual([]);
});

test('a limited answer says for how long', () => {
  expect(refusalText({ code: 'rate_limited', retryAfterSeconds: 42 }, 'sign-in')).toContain('Wait 42 seconds');
  expect([1, 2, 119, 120, 121, 3600].map(waitText)).toEqual([
    '1 second',
    '2 seconds',
    '119 seconds',
    '2 minutes',
    '3 minutes',
    '60 minutes',
  ]);
});

test('a code that was used says to wait for the next', () => {
  expect(refusalText(refused('mfa_code_already_used'), 'code')).toContain('Wait for the next one');
});

test('a weak password says what it lacks', () => {
  expect(refusalText(refused('weak_password', ['length', 'pwned']), 'setup')).toBe(
    'This password is too weak: it needs at least 12 characters, and at most 72 bytes; it is known from leaks, or easy to guess.',
  );
  expect(refusalText(refused('weak_password', ['<b>new</b>']), 'setup')).toBe('This password is too weak.');
});

test('no word of the server is repeated', () => {
  expect(refusalText(refused('<img src=x>', ['<script>']), 'setup')).not.toContain('<');
});

test('what a hosted project does not know is said with what takes its place', () => {
  for (const attempt of ['recovery-codes', 'grant'] as const) {
    expect(refusalText(refused('not_with_a_project'), attempt)).toContain('The project’s dashboard removes');
  }
  const helps = [
    refusalHelp(refused('invalid_credentials'), 'sign-in', true),
    refusalHelp(refused('mfa_verification_failed'), 'code', true),
  ];
  for (const lines of helps) {
    expect(lines.join()).toContain('The project’s dashboard');
    expect(lines.join()).not.toContain('npm run');
  }
});
