import { afterEach, expect, test, vi } from 'vitest';
import { askForPhone, phoneFailureText } from './ask-for-phone.ts';

afterEach(() => vi.unstubAllGlobals());

/** What the dialog says when the server answers so; `undefined` where it stays silent. */
async function saidAfter(respond: () => Promise<Response>): Promise<string | undefined> {
  vi.stubGlobal('fetch', respond);
  const answer = await askForPhone('Ada Varga');
  return answer.ok ? undefined : phoneFailureText(answer.failure);
}

test('only a mismatch is silent: offline, a refusal and a wait are told', async () => {
  expect(await saidAfter(async () => Response.json({}))).toBeUndefined();
  expect(await saidAfter(() => Promise.reject(new TypeError('Failed to fetch')))).toMatch(
    /^No answer from the server, so the name was not checked/,
  );
  expect(await saidAfter(async () => new Response('', { status: 503 }))).toMatch(/^No answer from the server/);
  const wait = (seconds: string) => saidAfter(async () => new Response('{}', { status: 429, headers: { 'retry-after': seconds } }));
  expect(await wait('8')).toBe('Too many attempts from here. Try again in 8 seconds.');
  expect(await wait('600')).toBe('Too many attempts from here. Try again in 10 minutes.');
});
