import { expect, test } from 'vitest';
import { parseSetupFragment } from './setup-fragment.ts';

test('the secret of a setup link is read', () => {
  expect(parseSetupFragment('#setup=AbC-_0123456789xyzAbC-_0123456789xyz')).toBe('AbC-_0123456789xyzAbC-_0123456789xyz');
});

test.each(['', '#', '#setup=', '#other=AbC-_0123456789xyz', '#setup=AbC-_0123456789<script>', '#setup=aaaaaaaaaaaaaaaaaaa&x=1'])(
  'a fragment without one is none: %s',
  (fragment) => {
    expect(parseSetupFragment(fragment)).toBeUndefined();
  },
);
