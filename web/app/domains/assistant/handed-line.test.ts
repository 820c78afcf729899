import { expect, test } from 'vitest';
import { clearOnSignOut } from '../../lib/session-end/clear-on-sign-out.ts';
import { handLine, takeHandedLine } from './handed-line.ts';

test('a line that nobody took is gone with the session, and one that was taken is there once', () => {
  handLine('what do I owe');
  clearOnSignOut();
  expect(takeHandedLine()).toBeUndefined();
  handLine('what do I own');
  expect([takeHandedLine(), takeHandedLine()]).toEqual(['what do I own', undefined]);
});
