import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FunctionStream, streamAnswer } from './stream-answer.ts';
import { makeTestCall, readTestLines } from './test-call.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Stream = FunctionStream<unknown>;

/** An answer whose work the test does itself. */
function open() {
  const begun = Promise.withResolvers<Stream>();
  const done = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const reported: unknown[] = [];
  const call = makeTestCall({ signal: stopping.signal, report: (error) => reported.push(error) });
  const answer = streamAnswer(call, (stream) => {
    begun.resolve(stream);
    return done.promise;
  });
  return { answer, begun: begun.promise, finish: done.resolve, break: done.reject, stop: () => stopping.abort(), reported };
}

function readerOf(answer: Response) {
  const reader = answer.body?.getReader();
  if (reader === undefined) throw new Error('no body');
  return async () => new TextDecoder().decode((await reader.read()).value);
}

test('a line is read before the work has ended, and the last one says that it has', async () => {
  const { answer, begun, finish } = open();
  const read = readerOf(answer);
  const { say } = await begun;
  await say({ done: 1 });
  expect(await read()).toBe('{"line":{"done":1}}\n');
  finish();
  expect(await read()).toBe('{"end":true}\n');
  expect(await read()).toBe('');
});

test('nobody on the way is to keep, compress or gather what comes', () => {
  const { headers } = open().answer;
  expect(headers.get('content-type')).toBe('application/x-ndjson');
  expect(headers.get('cache-control')).toBe('no-store, no-transform');
});

test('work waits while its caller reads slowly', async () => {
  const { answer, begun } = open();
  const { say } = await begun;
  const long = 'x'.repeat(40 * 1024);
  let said = 0;
  const working = (async () => {
    for (;;) {
      await say(long);
      said += 1;
    }
  })().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(1000);
  expect(said).toBe(1);
  const read = readerOf(answer);
  await read();
  await vi.advanceTimersByTimeAsync(1000);
  expect(said).toBeGreaterThan(1);
  expect(said).toBeLessThan(4);
  await vi.advanceTimersByTimeAsync(60_000);
  await working;
});

test('a caller who leaves ends the work, and no fault is made of it', async () => {
  const { answer, begun, break: breakOff, reported } = open();
  const { say, signal } = await begun;
  expect(signal.aborted).toBe(false);
  await answer.body?.cancel();
  expect(signal.aborted).toBe(true);
  await expect(say({})).rejects.toThrow();
  breakOff(new Error('aborted'));
  await vi.advanceTimersByTimeAsync(0);
  expect(reported).toEqual([]);
});

test('a caller who reads nothing for half a minute has left', async () => {
  const { begun } = open();
  const { say, signal } = await begun;
  const waiting = say('x'.repeat(100 * 1024)).catch(() => 'given up');
  await vi.advanceTimersByTimeAsync(29_000);
  expect(signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([signal.aborted, await waiting]).toEqual([true, 'given up']);
});

test('a server that stops ends the work and says so', async () => {
  const { answer, begun, stop, break: breakOff, reported } = open();
  const { signal } = await begun;
  stop();
  expect(signal.aborted).toBe(true);
  breakOff(signal.reason);
  expect(await readTestLines(answer)).toEqual([{ failure: { code: 'server_stopping', message: 'The server is stopping.' } }]);
  expect(reported).toEqual([]);
});

test('a fault is reported once, and what it was is told to nobody', async () => {
  const { answer, break: breakOff, reported } = open();
  const fault = new Error('the secret is 42');
  breakOff(fault);
  expect(await readTestLines(answer)).toEqual([{ failure: { code: 'INTERNAL_ERROR', message: 'Internal Server Error' } }]);
  expect(reported).toEqual([fault]);
});

test('quiet work sends an empty line every five seconds, and none to a caller who does not read', async () => {
  const { answer, begun, finish } = open();
  await begun;
  await vi.advanceTimersByTimeAsync(11_000);
  finish();
  expect(await answer.text()).toBe('\n\n{"end":true}\n');
});
