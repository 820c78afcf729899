import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareUpcoming } from './share-upcoming.ts';

/** A question whose answers come by hand: the number of the question. */
function byHand() {
  const open: PromiseWithResolvers<number>[] = [];
  let count = 0;
  return {
    asked: () => count,
    ask: () => {
      count += 1;
      const answer = Promise.withResolvers<number>();
      open.push(answer);
      return answer.promise;
    },
    answer: async () => {
      open.shift()?.resolve(count);
      await settle();
    },
    fail: async () => {
      open.shift()?.reject(new Error('away'));
      await settle();
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('whoever asks while a question is under way shares the next one, and not that', async () => {
  const { asked, ask, answer } = byHand();
  const share = shareUpcoming(ask);
  const first = share();
  expect(asked()).toBe(1);
  const others = [share(), share(), share()];
  await settle();
  expect(asked()).toBe(1);
  await answer();
  expect(asked()).toBe(2);
  await answer();
  expect(await Promise.all([first, ...others])).toEqual([1, 2, 2, 2]);
  expect(asked()).toBe(2);
});

test('the next question waits for whoever asks while it gathers, and is asked once for all', async () => {
  const { asked, ask, answer } = byHand();
  const gathered = Promise.withResolvers<void>();
  const share = shareUpcoming(ask, () => gathered.promise);
  const first = share();
  const second = share();
  await answer();
  expect(asked()).toBe(1);
  const third = share();
  gathered.resolve();
  await settle();
  expect(asked()).toBe(2);
  await answer();
  expect(await Promise.all([first, second, third])).toEqual([1, 2, 2]);
});

test('a session that ends while it is asked for is not taken for a live one by a read that ends after it', async () => {
  let isLive = true;
  const answers: PromiseWithResolvers<void>[] = [];
  // What the server says is decided when the question begins, and comes later.
  const share = shareUpcoming(async () => {
    const seen = isLive;
    const arrival = Promise.withResolvers<void>();
    answers.push(arrival);
    await arrival.promise;
    return seen;
  });
  const early = share();
  isLive = false;
  // This read saw the empty table of a session that is over.
  const late = share();
  answers.shift()?.resolve();
  expect(await early).toBe(true);
  await settle();
  answers.shift()?.resolve();
  expect(await late).toBe(false);
});

test('a question that fails fails for those who shared it, and holds up none after it', async () => {
  const { asked, ask, answer, fail } = byHand();
  const share = shareUpcoming(ask);
  const first = share();
  const second = share();
  await Promise.all([expect(first).rejects.toThrow('away'), fail()]);
  await Promise.all([expect(second).rejects.toThrow('away'), fail()]);
  const third = share();
  await answer();
  expect([await third, asked()]).toEqual([3, 3]);
});

test('in whatever order it is asked and answered, every answer is of a question that began no earlier than it was asked for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('ask', 'answer', 'fail'), { maxLength: 40 }), async (steps) => {
      let nowMs = 0;
      let running = 0;
      const open: { readonly begunMs: number; readonly end: PromiseWithResolvers<number> }[] = [];
      const share = shareUpcoming(() => {
        running += 1;
        expect(running).toBe(1);
        const end = Promise.withResolvers<number>();
        open.push({ begunMs: nowMs, end });
        return end.promise;
      });
      const checks: Promise<void>[] = [];
      for (const step of steps) {
        nowMs += 1;
        const askedMs = nowMs;
        if (step === 'ask')
          checks.push(
            share().then(
              (begunMs) => expect(begunMs).toBeGreaterThanOrEqual(askedMs),
              () => undefined,
            ),
          );
        else end(step === 'fail');
        await settle();
      }
      while (open.length > 0) {
        end(false);
        await settle();
      }
      await Promise.all(checks);

      function end(isFailed: boolean): void {
        const one = open.shift();
        if (one === undefined) return;
        running -= 1;
        if (isFailed) one.end.reject(new Error('away'));
        else one.end.resolve(one.begunMs);
      }
    }),
    { numRuns: 200 },
  );
});
