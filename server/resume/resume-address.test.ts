import { expect, test } from 'vitest';
import { addressLifeSeconds, checkResumeAddress, resumeKey, resumePath, signResumeAddress } from './resume-address.ts';

const nowMs = Date.parse('2026-03-01T10:00:00Z');
const key = resumeKey(new Uint8Array(32).fill(7));
const address = new URL(signResumeAddress(key, 'edition-1', nowMs), 'http://castellan.test');

/** What the check says of the address after some changes to its query. */
function check(changes: Readonly<Record<string, string>> = {}, { version = 'edition-1', atMs = nowMs } = {}): string {
  const query = new URLSearchParams({ ...Object.fromEntries(address.searchParams), ...changes });
  const checked = checkResumeAddress(key, version, query, atMs);
  return checked.ok ? 'opens' : checked.failure.code;
}

test('a signed address opens the resume for two minutes and no longer', () => {
  const lifeMs = addressLifeSeconds * 1000;
  expect(address.pathname).toBe(resumePath);
  expect([check(), check({}, { atMs: nowMs + lifeMs - 1 }), check({}, { atMs: nowMs + lifeMs })]).toEqual([
    'opens',
    'opens',
    'resume_expired',
  ]);
});

test('an address for another version of the content has run out', () => {
  expect(check({}, { version: 'edition-2' })).toBe('resume_expired');
});

test.each([
  { signature: '' },
  { signature: 'x' },
  { signature: `${address.searchParams.get('signature')}x` },
  { signature: 'A'.repeat(43) },
  { expires: String(Math.ceil(nowMs / 1000) + 9_999) },
  { expires: 'never' },
  { version: 'edition-2' },
  // The same bytes after one another, cut elsewhere.
  { version: `edition-1${address.searchParams.get('expires')?.slice(0, 1)}`, expires: address.searchParams.get('expires')?.slice(1) ?? '' },
])('an address changed by %j was never issued', (changes) => {
  expect(check(changes)).toBe('resume_forged');
});

test('an empty query opens nothing', () => {
  expect(checkResumeAddress(key, 'edition-1', new URLSearchParams(), nowMs)).toEqual({ ok: false, failure: { code: 'resume_forged' } });
});

test('servers with the same secret accept each other’s addresses, others do not', () => {
  const query = address.searchParams;
  expect(checkResumeAddress(resumeKey(new Uint8Array(32).fill(7)), 'edition-1', query, nowMs).ok).toBe(true);
  expect(checkResumeAddress(resumeKey(new Uint8Array(32).fill(8)), 'edition-1', query, nowMs).ok).toBe(false);
});
