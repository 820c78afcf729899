import { expect, test } from 'vitest';
import type { DueItem } from '../../../../../../tools/tool-live.ts';
import { orderDue } from './order-due.ts';

const item = (id: string, day: string, time?: string): DueItem => ({
  id,
  title: id,
  day,
  to: '/',
  ...(time === undefined ? {} : { time }),
});
const ready = (...value: readonly DueItem[]) => ({ status: 'ready', value, stale: false }) as const;

test('late things come first, then the day by its clock, whichever tool told of them', () => {
  const list = orderDue([
    { id: 'tasks', state: ready(item('anytime', '2026-11-21'), item('at nine', '2026-11-21', '09:00'), item('late', '2026-11-19')) },
    { id: 'habits', state: ready(item('at eight', '2026-11-21', '08:00')) },
  ]);
  expect(list.items.map(({ id, tool }) => `${tool} ${id}`)).toEqual(['tasks late', 'habits at eight', 'tasks at nine', 'tasks anytime']);
  expect(list).toMatchObject({ status: 'ready', isPartial: false, locked: [] });
});

test('one tool that fails leaves the others standing and is not passed over in silence', () => {
  expect(
    orderDue([
      { id: 'a', state: { status: 'failed' } },
      { id: 'b', state: ready() },
    ]),
  ).toMatchObject({
    status: 'ready',
    isPartial: true,
  });
  expect(orderDue([{ id: 'a', state: { status: 'ready', value: [], stale: true } }]).isPartial).toBe(true);
});

test('it has failed only when nothing is known and nothing is on its way', () => {
  const failed = { id: 'a', state: { status: 'failed' } } as const;
  expect(orderDue([failed]).status).toBe('failed');
  expect(orderDue([failed, { id: 'b', state: { status: 'loading' } }]).status).toBe('loading');
  expect(orderDue([failed, { id: 'b', state: { status: 'locked' } }])).toMatchObject({ status: 'ready', locked: ['b'], isPartial: true });
  expect(orderDue([]).status).toBe('ready');
});
