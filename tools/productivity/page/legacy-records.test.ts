import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { planImport } from '../../../web/app/domains/exchange/plan-import.ts';
import { longestBody } from '../../../web/app/domains/notes/note.ts';
import { legacyNotes } from './legacy-notes.ts';
import { legacySource, readLegacy, removeConverted } from './legacy-records.ts';
import { legacyTasks } from './tasks/legacy-tasks.ts';

const items = new Map<string, string>();
beforeEach(() => {
  items.clear();
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
});
afterEach(() => vi.unstubAllGlobals());

const leave = (key: string, value: unknown) => items.set(key, typeof value === 'string' ? value : JSON.stringify(value));

test('older tasks are read by whatever names such products use, and what is no task is named', () => {
  leave('dashboard_tasks', [
    { id: 7, text: 'Oil the lock', completed: false, priority: 'high', dueDate: '2026-11-25', category: 'house', tags: ['door', 'door'] },
    { id: 'b-2', title: 'Sell\nthe old one', done: true, completedAt: '2026-11-01T10:00:00Z', description: 'To Bob' },
    { completed: true },
    'a mere text',
  ]);
  const parsed = readLegacy(legacyTasks);
  expect(parsed?.records).toMatchObject([
    {
      externalId: '7',
      fields: {
        title: 'Oil the lock',
        status: 'todo',
        priority: 1,
        due_on: '2026-11-25',
        project: 'house',
        tags: ['door'],
        completed_at: null,
      },
    },
    { externalId: 'b-2', fields: { title: 'Sell the old one', status: 'done', completed_at: '2026-11-01T10:00:00.000Z', notes: 'To Bob' } },
  ]);
  expect(parsed?.rejected).toMatchObject([
    { line: 3, reason: 'It has no title.' },
    { line: 4, reason: 'It is not a record.' },
  ]);
});

test('a title that is too long for one is kept whole in the notes', () => {
  const title = 'word '.repeat(150).trim();
  leave('dashboard_tasks', [{ title }]);
  expect(readLegacy(legacyTasks)?.records[0]?.fields).toMatchObject({ title: title.slice(0, 500), notes: title });
});

test('older notes are read with their text, and one that is longer than a note may be stays', () => {
  leave('dashboard_notes', [
    { id: 1, title: 'Spare key', content: 'Ida has it.', pinned: true, category: 'home', createdAt: 1_700_000_000_000 },
    { content: 'Only text' },
    { id: 2, content: 'x'.repeat(longestBody + 1) },
    { id: 3 },
  ]);
  const parsed = readLegacy(legacyNotes);
  expect(parsed?.records.map(({ fields }) => fields)).toMatchObject([
    { title: 'Spare key', body: 'Ida has it.', pinned: true, tags: ['home'], created_at: '2023-11-14T22:13:20.000Z' },
    { title: '', body: 'Only text', pinned: false },
  ]);
  expect(parsed?.rejected.map(({ line }) => line)).toEqual([3, 4]);
});

test('what was converted goes and what was not stays, word for word', () => {
  leave('dashboard_tasks', [{ title: 'One' }, { completed: true, odd: ['kept'] }]);
  const parsed = readLegacy(legacyTasks);
  if (parsed === undefined) throw new Error('it was just left there');
  removeConverted(legacyTasks, parsed);
  expect(JSON.parse(items.get('dashboard_tasks') ?? '')).toEqual([{ completed: true, odd: ['kept'] }]);
  leave('dashboard_tasks', [{ title: 'One' }]);
  removeConverted(legacyTasks, readLegacy(legacyTasks) ?? { records: [], rejected: [] });
  expect(items.has('dashboard_tasks')).toBe(false);
});

test('an empty list is nothing, and what is no list is named and not touched', () => {
  expect(readLegacy(legacyTasks)).toBeUndefined();
  leave('dashboard_tasks', []);
  expect(readLegacy(legacyTasks)).toBeUndefined();
  leave('dashboard_tasks', 'no json');
  const parsed = readLegacy(legacyTasks);
  expect(parsed).toMatchObject({ records: [], rejected: [{ reason: 'It is not a list.' }] });
  if (parsed !== undefined) removeConverted(legacyTasks, parsed);
  expect(items.get('dashboard_tasks')).toBe('no json');
});

test('reading the same list twice adds nothing, with ids of its own or without', () => {
  leave('dashboard_tasks', [{ id: 7, title: 'With' }, { title: 'Without' }]);
  const parsed = readLegacy(legacyTasks);
  if (parsed === undefined) throw new Error('it was just left there');
  const now = new Date('2026-11-21T12:00:00Z');
  const first = planImport(parsed, [], legacySource, now);
  expect(first.fresh).toHaveLength(2);
  const rows = first.edits.map(({ id, values }) => ({ version: 1, updated_at: '', deleted_at: null, ...values, id }));
  expect(planImport(parsed, rows, legacySource, now)).toMatchObject({ fresh: [], edits: [], duplicate: [{}, {}] });
});

test('a moment is read as a number or a date, and nonsense is none', () => {
  leave('dashboard_tasks', [
    { title: 'a', due: 1_795_283_536_000 },
    { title: 'b', due: 'tomorrow or so' },
    { title: 'c', due: '2026-13-45' },
  ]);
  expect(readLegacy(legacyTasks)?.records.map(({ fields }) => fields['due_on'])).toEqual(['2026-11-21', null, null]);
});
