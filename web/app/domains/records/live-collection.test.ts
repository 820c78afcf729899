import { expect, test } from 'vitest';
import type { CollectionState } from './collection-state.ts';
import { stateOf } from './live-collection.ts';

type Row = { readonly id: string };

const ready = { status: 'ready', rows: [{ id: 'a' }, { id: 'b' }], link: 'reachable' } as unknown as CollectionState<Row>;
const count = (rows: readonly Row[], today: string) => `${rows.length} on ${today}`;

test('what was read is projected with the day, and is stale while nobody can tell whether it is still true', () => {
  expect(stateOf(ready, '2026-11-21', count)).toEqual({ status: 'ready', value: '2 on 2026-11-21', stale: false });
  for (const link of ['away', 'signed-out'] as const)
    expect(stateOf({ ...ready, link }, '2026-11-21', count)).toMatchObject({ status: 'ready', stale: true });
});

test('what is not there is said in the same word, and nothing is projected', () => {
  for (const status of ['loading', 'failed', 'locked'] as const)
    expect(stateOf({ ...ready, status }, '2026-11-21', count)).toEqual({ status });
});
