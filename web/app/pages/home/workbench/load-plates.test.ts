import { expect, test } from 'vitest';
import { toolPlates } from '../../../../../tools/plate-registry.ts';
import { livePlate, recordPlate } from '../../../../../tools/tool-plate.ts';
import { loadPlates } from './load-plates.ts';

const site = { proof: { lastDay: undefined, headers: undefined, gradedDays: [] } };
const head = (id: string) => ({ tool: { id, title: id, audience: 'public' as const } });
const none = () => null;

test('every plate of the tools loads what it shows', async () => {
  const { live, records, games } = await loadPlates(site);
  expect([...Object.keys(live), ...Object.keys(records), ...games].toSorted()).toEqual(toolPlates.map(({ tool }) => tool.id).toSorted());
  for (const { target, recordedAt, verdict } of Object.values(records)) {
    expect([target, verdict]).not.toContain('');
    expect(Number.isNaN(Date.parse(recordedAt))).toBe(false);
  }
});

test('a tool that is not registered, or that is the owner’s alone, has no plate', async () => {
  const plates = ['open', 'owners', 'removed'].map((id) => livePlate({ ...head(id), place: 'wide', load: () => id, Plate: none }));
  const registered = [
    { id: 'open', audience: 'look' },
    { id: 'owners', audience: 'owner' },
  ] as const;
  expect((await loadPlates(site, plates, registered)).live).toEqual({ open: 'open' });
});

test('a plate that cannot load is left out, and the others stand', async () => {
  const plates = [
    livePlate({ ...head('broken'), place: 'lead', load: () => Promise.reject(new Error('no sample')), Plate: none }),
    recordPlate({
      ...head('whole'),
      load: async () => ({ target: 'a.example', recordedAt: '2026-11-26T00:00:00Z', verdict: 'x' }),
      Picture: none,
    }),
  ];
  const loaded = await loadPlates(site, plates, [
    { id: 'broken', audience: 'public' },
    { id: 'whole', audience: 'public' },
  ]);
  expect([Object.keys(loaded.live), Object.keys(loaded.records)]).toEqual([[], ['whole']]);
});
