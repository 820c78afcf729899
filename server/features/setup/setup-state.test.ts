import { expect, test, vi } from 'vitest';
import { makeTestCall } from '../../functions/test-call.ts';
import { createSetupState } from './setup-state.ts';

const ask = async (state: ReturnType<typeof createSetupState>, method = 'GET') =>
  state.handle(new Request('http://localhost/functions/v1/setup-state', { method }), makeTestCall());

test('anybody is told whether the setup is open and nothing else, and the database is asked no more once there is an owner', async () => {
  const isThere = vi.fn(async () => false);
  const state = createSetupState(isThere);
  expect(await (await ask(state)).json()).toEqual({ open: true });
  isThere.mockResolvedValue(true);
  for (let turn = 0; turn < 3; turn += 1) expect(await (await ask(state)).json()).toEqual({ open: false });
  expect(isThere).toHaveBeenCalledTimes(2);
});

test('it is read and nothing else', async () => {
  expect(
    (
      await ask(
        createSetupState(async () => false),
        'POST',
      )
    ).status,
  ).toBe(405);
});
