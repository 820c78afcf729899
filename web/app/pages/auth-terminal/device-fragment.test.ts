import { expect, test } from 'vitest';
import { parseDeviceFragment } from './device-fragment.ts';

test('the secret of a device link is read', () => {
  expect(parseDeviceFragment('#device=AbC-_0123456789xyz')).toBe('AbC-_0123456789xyz');
});

test.each(['', '#device=', '#setup=AbC-_0123456789xyz', '#device=<script>', '#device=aaaa&x=1'])(
  'a fragment without one is none: %s',
  (fragment) => {
    expect(parseDeviceFragment(fragment)).toBeUndefined();
  },
);
