import { expect, test } from 'vitest';
import type { ToolWarning } from '../../../../web/app/domains/overview/needs-you.ts';
import type { LiveState } from '../../../../web/app/lib/live.ts';
import { warningsOfFeed } from './warnings.ts';

const ready = <Value>(value: Value, stale = false): LiveState<Value> => ({ status: 'ready', value, stale });
const waiting = (many: number, last_at: string | null = '2026-11-28T07:31:00.123456+00:00') => ready({ waiting: many, last_at });
const exchanged: ToolWarning = { id: 'health-feed', level: 'failed', title: 'Exchanged', since: 'found at the unlock', to: '/settings' };
const locked = { status: 'locked' } as const;

test('values that wait are one line with their number and the day of the last one, and lead to Health Matrix; none is no line', () => {
  const told = [0, 1, 1234].map((many) => warningsOfFeed(waiting(many), locked));
  const line = { level: 'late', since: 'last received on 2026-11-28', to: '/health-matrix' };
  expect(told).toMatchObject([
    { status: 'ready', value: [], stale: false },
    { value: [{ ...line, title: '1 value waits from your phone' }] },
    { value: [{ ...line, title: '1,234 values wait from your phone' }] },
  ]);
  expect(warningsOfFeed(waiting(1, null), locked)).toMatchObject({ value: [{ since: 'not kept yet' }] });
});

test('what the server does not tell, or the vault, hides nothing of the other, and is never taken for nothing', () => {
  const states = ['loading', 'failed', 'locked', 'ready', 'stale'] as const;
  const stateOf = <Value>(kind: (typeof states)[number], value: Value): LiveState<Value> =>
    kind === 'ready' || kind === 'stale' ? ready(value, kind === 'stale') : { status: kind };
  for (const feed of ['loading', 'failed', 'ready', 'stale'] as const)
    for (const key of states) {
      const told = warningsOfFeed(stateOf(feed, { waiting: 2, last_at: null }), stateOf(key, [exchanged]));
      const lines = told.status === 'ready' ? told.value.map(({ id }) => id) : undefined;
      const whole = [
        ...(key === 'ready' || key === 'stale' ? ['health-feed'] : []),
        ...(feed === 'ready' || feed === 'stale' ? ['health-feed-waiting'] : []),
      ];
      const isLoading = feed === 'loading' || key === 'loading';
      expect([feed, key, lines]).toEqual([feed, key, isLoading ? undefined : whole]);
      const isUncertain = feed !== 'ready' || key === 'failed' || key === 'stale';
      if (!isLoading) expect([feed, key, told]).toMatchObject([feed, key, { stale: isUncertain }]);
    }
});
