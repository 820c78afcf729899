import { expect, test, vi } from 'vitest';
import { capturing, loadOwnCapture } from './use-capture.ts';

test('a tool’s own page fetches what reads its typed line, no other, and bears it where nobody answers', async () => {
  const supplies = capturing.map((one) => vi.spyOn(one, 'supply').mockRejectedValue(new Error('away')));
  for (const { tool } of capturing) await loadOwnCapture(`/${tool}`);
  expect(supplies.map((supply) => supply.mock.calls.length)).toEqual(capturing.map(() => 1));
  await loadOwnCapture('/dashboard');
  expect(supplies.map((supply) => supply.mock.calls.length)).toEqual(capturing.map(() => 1));
});
