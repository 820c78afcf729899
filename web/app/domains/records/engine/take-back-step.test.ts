import { expect, test } from 'vitest';
import type { Edit } from '../collection-state.ts';
import { createFakeBrowser, createFakeServer, settled } from '../fake-records-world.ts';
import { createMemoryStore } from '../records-store.ts';
import { takeBackStep } from './take-back-step.ts';

const create = (id: string): Edit => ({ kind: 'create', id, values: { title: id } });

async function openWorld() {
  const { server } = createFakeServer();
  const tab = createFakeBrowser(createMemoryStore(), server).openTab();
  await tab.feed.edit([create('kept')]);
  await tab.feed.edit([create('brought-1'), create('brought-2'), { kind: 'change', id: 'kept', values: { title: 'Changed' } }], {
    name: 'import',
  });
  await tab.feed.edit([create('later')]);
  const shown = () =>
    tab.feed
      .read()
      .rows.map(({ title }) => title)
      .sort();
  return { tab, shown, takeBack: () => tab.engine.lend((parts) => takeBackStep(parts, 'import')) };
}

test('a named step is taken back alone: what it brought and changed, and nothing that came after it', async () => {
  const { shown, takeBack } = await openWorld();
  expect(shown()).toEqual(['Changed', 'brought-1', 'brought-2', 'later']);
  expect(await takeBack()).toBe(true);
  await settled();
  expect(shown()).toEqual(['kept', 'later']);
});

test('it is taken back once, and is no step of Undo any more', async () => {
  const { tab, shown, takeBack } = await openWorld();
  await takeBack();
  expect(await takeBack()).toBe(false);
  expect(await tab.engine.undo('things')).toBe(true);
  expect(await tab.engine.undo('things')).toBe(true);
  expect(await tab.engine.undo('things')).toBe(false);
  expect(shown()).toEqual([]);
});
