import { expect, test } from 'vitest';
import { classifyFailure, parseRequestId, parseRetryAfter, unreachableText } from './backend-failure.ts';

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

test('a request at which the server failed is named by what finds it in the log, and nothing else of the header is shown', () => {
  const failed = classifyFailure({ status: 500, requestId: parseRequestId('3f2a91c0-1111-4222-8333-444455556666') }, undefined);
  expect(failed).toEqual({ code: 'backend_unreachable', requestId: '3f2a91c0' });
  expect(failed.code === 'backend_unreachable' && unreachableText(failed)).toBe(
    'The server failed. Its log says why, under request 3f2a91c0.',
  );
  expect(classifyFailure({ status: 0 }, undefined)).toEqual({ code: 'backend_unreachable' });
  expect(unreachableText({ code: 'backend_unreachable' })).toBe('The server does not answer.');
  for (const header of [null, '', '3f2a91c0', '<b>3f2a91c0</b>', `3f2a91c0-${'x'.repeat(27)}`])
    expect(parseRequestId(header)).toBeUndefined();
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
