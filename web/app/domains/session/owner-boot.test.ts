import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { sessionStorageKey } from '../../lib/stored-session.ts';
import { ownerBoot } from './owner-boot.ts';

/** What the script leaves on the document of a browser that keeps this, and what it does later on. */
function bootWith(tab: object, browser: object | 'blocked') {
  const dataset: Record<string, string> = {};
  const later: (() => void)[] = [];
  const context = {
    document: { documentElement: { dataset } },
    sessionStorage: tab,
    ...(browser === 'blocked' ? {} : { localStorage: browser }),
    setTimeout: (run: () => void) => later.push(run),
  };
  runInNewContext(ownerBoot, context);
  return { dataset, later };
}

const flag = { auth_terminal_completed: 'true' };
const session = { [sessionStorageKey]: '{}' };

test('the owner is expected where the tab came through the terminal and the browser holds a session, and nowhere else', () => {
  expect(bootWith(flag, session).dataset).toEqual({ owner: '' });
  for (const [tab, browser] of [
    [{}, session],
    [flag, {}],
    [{ auth_terminal_completed: 'false' }, session],
  ] as const) {
    expect(bootWith(tab, browser)).toEqual({ dataset: {}, later: [] });
  }
  expect(bootWith(flag, 'blocked').dataset).toEqual({});
});

test('a page whose own code never comes is shown all the same', () => {
  const { dataset, later } = bootWith(flag, session);
  for (const run of later) run();
  expect(dataset).toEqual({});
});
