import { expect, test } from 'vitest';
import { classifyFailure, parseRetryAfter } from './backend-failure.ts';

test('a network that failed and a gateway without its backend are both out of reach', () => {
  for (const status of [undefined, 0, 500, 502, 503, 504]) {
    expect(classifyFailure({ name: 'AuthRetryableFetchError', status }, undefined)).toEqual({ code: 'backend_unreachable' });
  }
});

test('a limited answer says for how long, and for a minute where it does not', () => {
  expect(classifyFailure({ status: 429, code: 'over_request_rate_limit' }, 42)).toEqual({ code: 'rate_limited', retryAfterSeconds: 42 });
  expect(classifyFailure({ status: 429 }, undefined)).toEqual({ code: 'rate_limited', retryAfterSeconds: 60 });
});

test('every way of having no session, and a row the policy hides, is unauthorized', () => {
  for (const code of ['session_not_found', 'bad_jwt', 'PGRST301', '42501', 'UNAUTHORIZED_NO_OWNER_SESSION']) {
    expect(classifyFailure({ status: 403, code }, undefined)).toEqual({ code: 'unauthorized' });
  }
  expect(classifyFailure({ name: 'AuthSessionMissingError', status: 400 }, undefined)).toEqual({ code: 'unauthorized' });
  expect(classifyFailure({ status: 401 }, undefined)).toEqual({ code: 'unauthorized' });
});

test('any other refusal keeps the literal code of the service and its reasons', () => {
  expect(classifyFailure({ status: 422, code: 'weak_password', reasons: ['length'] }, undefined)).toEqual({
    code: 'refused',
    reason: 'weak_password',
    details: ['length'],
  });
  expect(classifyFailure({ status: 403, code: 'insufficient_aal' }, undefined)).toMatchObject({ reason: 'insufficient_aal' });
  expect(classifyFailure({ status: 418 }, undefined)).toMatchObject({ reason: 'http_418' });
  // What a function of the database refuses by itself, with the present epoch as its only detail.
  expect(classifyFailure({ status: 409, code: 'PT409', reasons: ['7'] }, undefined)).toEqual({
    code: 'refused',
    reason: 'PT409',
    details: ['7'],
  });
});

test('Retry-After is read as seconds and as a date', () => {
  const now = Date.parse('Fri, 21 Nov 2025 08:00:00 GMT');
  expect(parseRetryAfter('30', now)).toBe(30);
  expect(parseRetryAfter('Fri, 21 Nov 2025 08:01:30 GMT', now)).toBe(90);
  expect(parseRetryAfter('Fri, 21 Nov 2025 07:00:00 GMT', now)).toBe(1);
  expect(parseRetryAfter('0', now)).toBe(1);
  expect(parseRetryAfter('soon', now)).toBeUndefined();
  expect(parseRetryAfter(null, now)).toBeUndefined();
});
