import { fail, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import { classifySession, lifeOf } from './session-status.ts';

const verified = { id: 'f1', factor_type: 'totp', status: 'verified' };
const unverified = { id: 'f2', factor_type: 'totp', status: 'unverified' };

test('a session with its code is full, one without still wants it', () => {
  expect(classifySession({ email: 'a@b.example', factors: [verified] }, 'aal2')).toMatchObject({ assurance: 'full', factorId: 'f1' });
  expect(classifySession({ email: 'a@b.example', factors: [unverified, verified] }, 'aal1')).toMatchObject({
    assurance: 'code-wanted',
    factorId: 'f1',
  });
});

test('a passkey protects an account too, alone or beside an authenticator, and is no authenticator to ask a code of', () => {
  const passkey = { id: 'f3', factor_type: 'webauthn', status: 'verified' };
  const alone = classifySession({ email: 'a@b.example', factors: [passkey] }, 'aal1');
  expect(alone).toMatchObject({ assurance: 'code-wanted', factorId: undefined, passkeyId: 'f3' });
  const both = classifySession({ email: 'a@b.example', factors: [passkey, verified] }, 'aal2');
  expect(both).toMatchObject({ assurance: 'full', factorId: 'f1', passkeyId: 'f3' });
  expect(classifySession({ email: 'a@b.example', factors: [{ ...passkey, status: 'unverified' }] }, 'aal1').assurance).toBe(
    'no-authenticator',
  );
});

test('an authenticator that was never verified does not count', () => {
  expect(classifySession({ email: 'a@b.example', factors: [unverified] }, 'aal1')).toMatchObject({
    assurance: 'no-authenticator',
    factorId: undefined,
  });
});

test('the guard takes a session that still wants its code for none, and an outage for unknown', () => {
  const status = classifySession({ email: 'a@b.example', factors: [verified] }, 'aal1');
  expect(lifeOf(succeed(status))).toBe('none');
  expect(lifeOf(succeed({ ...status, assurance: 'full' }))).toBe('live');
  expect(lifeOf(succeed({ ...status, assurance: 'no-authenticator' }))).toBe('live');
  expect(lifeOf(succeed(undefined))).toBe('none');
  expect(lifeOf(fail({ code: 'backend_unreachable' }))).toBe('unknown');
});
