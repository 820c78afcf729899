import { afterEach, expect, test, vi } from 'vitest';
import { askOwnership } from './ask-ownership.ts';
import { startingState } from './sign-in-reducer.ts';

afterEach(() => vi.unstubAllGlobals());

const linesAfter = async (answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', answer);
  const { state, effects } = (await askOwnership())(startingState);
  expect(effects).toEqual([]);
  return state.lines.map(({ text }) => text).join('\n');
};

test('a server that has no owner is told of', async () => {
  expect(await linesAfter(async () => Response.json({ open: true }))).toContain('This site has no owner yet');
});

test.each([
  ['that has one', async () => Response.json({ open: false })],
  ['that says something else', async () => Response.json(['open'])],
  ['that refuses', async () => Response.json({ open: true }, { status: 503 })],
  ['that sends no JSON', async () => new Response('<html>')],
  ['out of reach', async () => Promise.reject(new TypeError('Failed to fetch'))],
])('a server %s adds nothing', async (_name, answer) => {
  expect(await linesAfter(answer)).toBe('Authentication terminal');
});
