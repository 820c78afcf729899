import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdRefresh } from './held-refresh.ts';

const address = 'https://castellan.example/auth/v1/token?grant_type=refresh_token';

type Answer = 'network' | 'gateway' | 'token';

/** A line that answers as it is told, and the client's own request for a token over it. */
function openLine(first: Answer) {
  const line = { answer: first, sent: 0, isStored: true };
  const held = holdRefresh(
    async () => {
      line.sent += 1;
      if (line.answer === 'network') throw new TypeError('no network');
      return new Response('{}', { status: line.answer === 'gateway' ? 502 : 200 });
    },
    () => line.isStored,
  );
  const refreshed = held.fetch(address).then(({ status }) => status);
  return { line, held, refreshed };
}

/** Lets everything that is settled go on. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('while the server is away a new token is asked for once for each thing that wants one, which learns at once that there is none', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom<Answer>('network', 'gateway'), { minLength: 1, maxLength: 8 }), async (answers) => {
      const { line, held, refreshed } = openLine(answers[0] ?? 'network');
      await settled();
      for (const answer of answers) {
        line.answer = answer;
        const { sent } = line;
        await expect(held.inReach(() => refreshed)).rejects.toThrow();
        await settled();
        expect(line.sent).toBe(sent + 1);
      }
      line.answer = 'token';
      expect(await held.inReach(() => refreshed)).toBe(200);
    }),
    { numRuns: 30 },
  );
});

test('what wants no token is not ended by one that does not come, and other requests are sent as they are', async () => {
  const { held, line } = openLine('network');
  await settled();
  expect(await held.inReach(() => Promise.resolve('read'))).toBe('read');
  line.answer = 'token';
  expect((await held.fetch('https://castellan.example/auth/v1/user')).status).toBe(200);
});

test('a session that was forgotten ends what is held for it, as the server would, and nothing more is sent', async () => {
  const { held, line, refreshed } = openLine('network');
  await settled();
  const { sent } = line;
  line.isStored = false;
  held.letGo();
  expect(await refreshed).toBe(400);
  expect(line.sent).toBe(sent);
});
