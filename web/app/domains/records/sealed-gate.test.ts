import { expect, test } from 'vitest';
import { stageOf } from './sealed-gate.tsx';

test('records are drawn only once they are read, and the way to the key is shown as soon as it is known to be closed', () => {
  expect(stageOf({ status: 'ready', vault: 'open' })).toBe('open');
  expect(stageOf({ status: 'failed', vault: 'unreachable' })).toBe('failed');
  for (const vault of ['locked', 'unset', 'unreachable', 'loading'] as const) expect(stageOf({ status: 'locked', vault })).toBe('locked');
  for (const vault of ['locked', 'unset', 'unreachable'] as const) expect(stageOf({ status: 'loading', vault })).toBe('locked');
  for (const vault of ['open', 'loading'] as const) expect(stageOf({ status: 'loading', vault })).toBe('loading');
});
