import { expect, test } from 'vitest';
import { parseProviderReturn } from './provider-return.ts';

test('a code comes with its state', () => {
  expect(parseProviderReturn('?code=abc&state=xyz')).toEqual({ kind: 'code', code: 'abc', state: 'xyz' });
  expect(parseProviderReturn('code=abc')).toEqual({ kind: 'code', code: 'abc', state: '' });
});

test('an error wins over a code, and only a word of it is shown', () => {
  expect(parseProviderReturn('?error=access_denied&code=abc&state=xyz')).toEqual({ kind: 'error', error: 'access_denied' });
  expect(parseProviderReturn(`?error=${encodeURIComponent('Call +1 555 to be paid')}`)).toEqual({ kind: 'error', error: 'unknown_error' });
});

test('an address without a code, or with one that no provider makes, brought nothing', () => {
  for (const search of ['', '?', '?code=', '?state=xyz', `?code=${'a'.repeat(2049)}`])
    expect(parseProviderReturn(search)).toEqual({ kind: 'nothing' });
});
