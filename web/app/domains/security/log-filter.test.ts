import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../../tests/support/cpu-time.ts';
import { entryOfTest } from './entries-of-test.ts';
import {
  countLog,
  everything,
  failedSignIns,
  filterLog,
  formatLogFilter,
  isOfTab,
  parseLogFilter,
  parseLogView,
  securityScore,
  spanStartMs,
} from './log-filter.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-21T00:00:00Z', '2026-11-20T22:00:00.000Z'],
  ['2026-11-20T23:59:59.999Z', '2026-11-19T22:00:00.000Z'],
  ['2026-11-20T22:00:00Z', '2026-11-19T22:00:00.000Z'],
])('at %s Today began at %s, UTC midnight minus two hours', (nowText, start) => {
  expect(new Date(spanStartMs('today', Date.parse(nowText)) ?? 0).toISOString()).toBe(start);
});

test.each([
  ['today', '2026-11-20T22:00:00.000Z', '2026-11-20T21:59:59.999Z'],
  ['week', '2026-11-14T12:00:00.000Z', '2026-11-14T11:59:59.999Z'],
  ['month', '2026-10-22T12:00:00.000Z', '2026-10-22T11:59:59.999Z'],
] as const)('%s holds the row of %s and not that of %s', (span, first, last) => {
  const entries = [first, last].map((time, index) => entryOfTest({ id: String(index), atMs: Date.parse(time) }));
  expect(filterLog(entries, { ...everything, span }, now).shown.map(({ id }) => id)).toEqual(['0']);
});

test('a row from the future is shown in every span', () => {
  const future = [entryOfTest({ atMs: now + 86_400_000 })];
  for (const span of ['all', 'today', 'week', 'month'] as const)
    expect(filterLog(future, { ...everything, span }, now).shown).toHaveLength(1);
});

test('each type stands under its tab', () => {
  const tabsOf = (type: string) => (['authentication', 'vault', 'games', 'apps'] as const).filter((tab) => isOfTab(type, tab));
  expect(
    ['terminal_access', 'failed_login', 'auth_event', 'vault_activity', 'game_activity', 'app_activity', 'test_connection'].map(tabsOf),
  ).toEqual([['authentication'], ['authentication'], ['authentication'], ['vault'], ['games'], ['apps'], []]);
});

test('Failed Only keeps what failed', () => {
  const entries = [entryOfTest({ id: 'ok' }), entryOfTest({ id: 'no', success: false })];
  expect(filterLog(entries, { ...everything, failedOnly: true }, now).shown.map(({ id }) => id)).toEqual(['no']);
});

test('a filter survives the address, and nothing narrowed leaves it bare', () => {
  const filter = { tab: 'vault', span: 'week', failedOnly: true, search: 'ip:192.0.2.1 a&b=c#d "quoted"' } as const;
  expect(parseLogFilter(formatLogFilter(filter).replace('#security?', ''))).toEqual(filter);
  expect(formatLogFilter(everything)).toBe('#security');
  expect(parseLogFilter('tab=nonsense&time=never&failed=yes')).toEqual(everything);
});

test('the score loses five points for each percent that failed, within 0 and 100, and is 95 without logs', () => {
  expect([securityScore(0, 0), securityScore(100, 0), securityScore(100, 1), securityScore(100, 20), securityScore(100, 21)]).toEqual([
    95, 100, 95, 0, 0,
  ]);
});

test('logins are the authentications that succeeded', () => {
  const of = (type: string, success: boolean) => entryOfTest({ type, success });
  const entries = [
    of('terminal_access', true),
    of('auth_event', true),
    of('failed_login', false),
    of('vault_activity', true),
    of('game_activity', true),
  ];
  expect(countLog(entries)).toEqual({ total: 5, failed: 1, logins: 2, vault: 1, games: 1, score: 0 });
});

test('700 rows are filtered within 16 ms', () => {
  const entries = Array.from({ length: 700 }, (_, index) => entryOfTest({ id: String(index), description: `Opened page ${index}` }));
  const filter = { ...everything, span: 'month', search: 'page 6 -type:vault_activity ip:192 after:2026-01-01' } as const;
  const times = Array.from({ length: 9 }, () => {
    const begin = cpuNowMs();
    expect(filterLog(entries, filter, now).shown.length).toBeGreaterThan(0);
    return cpuNowMs() - begin;
  });
  expect(times.sort((one, other) => one - other)[4]).toBeLessThan(16);
});

test('a view beside the list stands in the address with the filter, and one that is not known is none', () => {
  const address = formatLogFilter({ ...everything, failedOnly: true }, 'chain');
  expect(address).toBe('#security?failed=1&view=chain');
  const text = address.split('?')[1] ?? '';
  expect([parseLogView(text), parseLogFilter(text).failedOnly]).toEqual(['chain', true]);
  expect(parseLogView('view=nothing')).toBeUndefined();
});

test('failed sign-ins are refused authentications alone', () => {
  const entries = [
    entryOfTest({ id: 'refused', type: 'failed_login', success: false }),
    entryOfTest({ id: 'signed in', type: 'terminal_access' }),
    entryOfTest({ id: 'tool', success: false }),
  ];
  expect(filterLog(entries, failedSignIns, now).shown.map(({ id }) => id)).toEqual(['refused']);
});
