import { fail, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import { entryOfTest } from './entries-of-test.ts';
import { everything } from './log-filter.ts';
import { searchWholeLog } from './search-log.ts';
import type { LogNarrowing, LogPosition, LogRows } from './security-log.ts';

const nowMs = Date.parse('2026-11-22T12:00:00Z');
const entry = (sequence: number, description: string) =>
  entryOfTest({ id: String(sequence), key: `log:${sequence}`, sequence, description, atMs: nowMs - (1000 - sequence) * 60_000 });
const look = (hasOlder: boolean, ...logs: readonly ReturnType<typeof entry>[]): LogRows => ({
  logs,
  notifications: [],
  hasOlder,
  oldest: { sequence: logs.at(-1)?.sequence ?? 0, notificationAt: '' },
});

function server(looks: LogRows[]) {
  const asked: { readonly position: LogPosition; readonly narrowing: LogNarrowing }[] = [];
  const load = async (position: LogPosition, narrowing: LogNarrowing) => {
    asked.push({ position, narrowing });
    const next = looks.shift();
    return next === undefined ? fail({ code: 'backend_unreachable' } as const) : succeed(next);
  };
  return { asked, load };
}

const search = (given: Parameters<typeof server>[0], filter = {}, signal?: AbortSignal) => {
  const { asked, load } = server(given);
  const options = { filter: { ...everything, ...filter }, nowMs, load, tell: () => {}, ...(signal === undefined ? {} : { signal }) };
  return { asked, done: searchWholeLog(options) };
};

test('a row that the page’s window does not hold is found: every look is asked for until there is none before it', async () => {
  const looks = [look(true, entry(900, 'Opened notes')), look(true, entry(500, 'Opened notes')), look(false, entry(3, 'A needle here'))];
  const { done, asked } = search([...looks], { search: 'needle HERE' });
  expect(await done).toMatchObject({ ok: true, value: [{ id: '3' }] });
  expect(asked.map(({ position }) => position)).toEqual(['newest', { olderThan: looks[0] }, { olderThan: looks[1] }]);
});

test('the server leaves out what it can, and what it cannot read as meant it is not asked', async () => {
  const narrowing = async (filter: object) => {
    const { asked, done } = search([look(false)], filter);
    await done;
    return asked[0];
  };
  expect(await narrowing({ tab: 'vault', failedOnly: true, search: 'unlock after:2026-11-20 ip:192.' })).toEqual({
    position: 'newest',
    narrowing: { types: 'activity_type.eq.vault_activity', failedOnly: true, fromMs: Date.parse('2026-11-20'), text: 'unlock' },
  });
  expect((await narrowing({ search: '100%' }))?.narrowing.text).toBeUndefined();
  // No row holds the word that the list shows for its type.
  expect((await narrowing({ search: 'sign-in' }))?.narrowing.text).toBeUndefined();
  expect((await narrowing({ search: 'before:2026-11-20' }))?.position).toEqual({ beforeMs: Date.parse('2026-11-20') });
});

test('an outage in the middle is no answer, and a search that is called off ends', async () => {
  expect(await search([look(true, entry(5, 'x'))]).done).toEqual(fail({ code: 'backend_unreachable' }));
  const stop = new AbortController();
  stop.abort();
  expect(await search([look(false)], {}, stop.signal).done).toEqual(fail({ code: 'cancelled' }));
});
