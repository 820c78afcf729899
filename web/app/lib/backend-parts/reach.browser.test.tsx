import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askAgainMs, momentMs, reach } from './reach.ts';

const looks = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', looks);
  looks.mockReset().mockRejectedValue(new TypeError('nothing answers'));
  reach.spare();
});

afterEach(() => {
  reach.tell(true);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a silent server is looked for once a minute, and whoever waits for it hears once that it answers', async () => {
  const heard = vi.fn();
  const stop = reach.onHeard(heard, momentMs);
  reach.tell(false);
  await vi.advanceTimersByTimeAsync(3 * askAgainMs);
  expect(looks.mock.calls.map(([address]: readonly unknown[]) => address)).toEqual(['/readyz', '/readyz', '/readyz']);
  looks.mockResolvedValue(new Response(null, { status: 503 }));
  await vi.advanceTimersByTimeAsync(askAgainMs);
  expect(heard).not.toHaveBeenCalled();
  looks.mockResolvedValue(new Response(null));
  await vi.advanceTimersByTimeAsync(10 * askAgainMs);
  expect(looks).toHaveBeenCalledTimes(5);
  expect(heard).toHaveBeenCalledTimes(1);
  expect(reach.isSilent()).toBe(false);
  stop();
});

test('what was asked in vain may be asked at once after a press, and when the network is back, which is looked at then', async () => {
  reach.tell(false);
  await vi.advanceTimersByTimeAsync(momentMs);
  expect(reach.mayAsk('GET /notes')).toBe(true);
  expect(reach.mayAsk('GET /notes')).toBe(false);
  expect(reach.mayAsk('GET /tasks')).toBe(true);
  window.dispatchEvent(new MouseEvent('click'));
  expect(reach.mayAsk('GET /notes')).toBe(true);
  expect(reach.mayAsk('GET /notes')).toBe(false);
  expect(looks).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('online'));
  expect(looks).toHaveBeenCalledTimes(1);
  expect(reach.mayAsk('GET /notes')).toBe(true);
});

test('of a server that answers some calls and never others nobody is told that it is back, but whoever waits for any answer', async () => {
  const [back, any] = [vi.fn(), vi.fn()];
  const stops = [reach.onHeard(back, momentMs), reach.onHeard(any, 0)];
  for (let calls = 0; calls < 20; calls += 1) {
    reach.tell(false);
    await vi.advanceTimersByTimeAsync(momentMs - 1);
    reach.tell(true);
  }
  expect(back).not.toHaveBeenCalled();
  expect(any).toHaveBeenCalledTimes(20);
  for (const stop of stops) stop();
});
