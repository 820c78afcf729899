import { expect, test } from 'vitest';
import { clearOnSignOut } from '../../../../web/app/lib/session-end/clear-on-sign-out.ts';
import { heldFile, holdFile } from './file-memory.ts';

test('a file that a request would send is gone with the session', () => {
  const file = new File(['CANARY'], 'report.pdf');
  const held = holdFile(file);
  expect(heldFile(held)).toBe(file);
  clearOnSignOut();
  expect(heldFile(held)).toBeUndefined();
});
