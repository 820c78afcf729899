import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from '../../testing/open-page.tsx';
import type { CollectionState } from './collection-state.ts';
import { SyncStatus } from './sync-status.tsx';

const saved: CollectionState<unknown> = {
  ...{ status: 'ready', vault: 'open', lockedRows: 0, link: 'reachable', rows: [], unfinished: [], removed: [], malformed: [] },
  ...{ waiting: 0, conflicted: [], importing: [], stuck: 0, closed: 0, unsent: new Set<string>() },
  ...{ updatedAtMs: undefined, outlivesPage: true },
};

test('a sealed change of another app is not called one that waits for the owner, and what does wait is said first', async () => {
  const counts: readonly (readonly [waiting: number, stuck: number, closed: number])[] = [
    [1, 1, 1],
    [2, 2, 2],
    [2, 2, 1],
    [3, 2, 2],
  ];
  const all = counts.map(([waiting, stuck, closed]) => (
    <SyncStatus key={`${waiting} ${stuck} ${closed}`} state={{ ...saved, waiting, stuck, closed }} />
  ));
  await openPage('/notes', [{ path: '/notes', element: <main>{all}</main> }]);
  expect(
    page
      .getByRole('main')
      .getByRole('status')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    '1 sealed change is sent once its app and the vault are open.',
    '2 sealed changes are sent once their app and the vault are open.',
    '1 change is not saved and waits for you.',
    '1 change waits to be sent.',
  ]);
});
