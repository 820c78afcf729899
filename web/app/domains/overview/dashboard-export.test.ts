import { createHash } from 'node:crypto';
import { fail, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import { exportDashboard, type ReadPage, vaultPlaceholder } from './dashboard-export.ts';

const now = Date.parse('2026-11-21T09:00:00.000Z');
const none: ReadPage = async () => succeed([]);

/** Pages of 1000 out of so many rows. */
const rowsOf = (count: number): ReadPage => {
  return async (after) => {
    const from = typeof after === 'number' ? after : 0;
    return succeed(Array.from({ length: Math.min(1000, count - from) }, (_, index) => ({ sequence: from + index + 1, text: 'a "b"\n' })));
  };
};

test('the file holds tasks, notes, the placeholder of the vault, every log once, and its date', async () => {
  const told: number[] = [];
  const made = await exportDashboard(now, (rows) => told.push(rows), {
    tasks: async () => succeed([{ id: 't1' }, { id: 't2' }]),
    notes: none,
    logs: rowsOf(2001),
  });
  if (!made.ok) throw new Error(made.failure.code);
  const text = await made.value.file.text();
  const content = JSON.parse(text);
  expect(Object.keys(content)).toEqual(['schemaVersion', 'tasks', 'notes', 'vault', 'logs', 'exportDate']);
  expect(content).toMatchObject({
    tasks: [{ id: 't1' }, { id: 't2' }],
    notes: [],
    vault: vaultPlaceholder,
    exportDate: '2026-11-21T09:00:00.000Z',
  });
  expect(content.logs.map((row: { sequence: number }) => row.sequence)).toEqual(Array.from({ length: 2001 }, (_, index) => index + 1));
  expect(made.value).toMatchObject({ name: 'dashboard-export-2026-11-21.json', rows: { tasks: 2, notes: 0, logs: 2001 } });
  expect(made.value.sha256).toBe(createHash('sha256').update(text).digest('hex'));
  expect(told.at(-1)).toBe(2003);
});

test('a last page that is just full is followed by no comma', async () => {
  const made = await exportDashboard(now, () => {}, { tasks: none, notes: none, logs: rowsOf(1000) });
  if (!made.ok) throw new Error(made.failure.code);
  expect(JSON.parse(await made.value.file.text()).logs).toHaveLength(1000);
});

test('an outage in the middle makes no file', async () => {
  const broken: ReadPage = async (after) => (after === undefined ? rowsOf(5000)(after) : fail({ code: 'backend_unreachable' }));
  expect(await exportDashboard(now, () => {}, { tasks: none, notes: none, logs: broken })).toEqual(fail({ code: 'backend_unreachable' }));
});
