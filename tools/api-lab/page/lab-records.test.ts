import { expect, test } from 'vitest';
import { type LabRecord, labRecords, readWorkspace, recordOfCollection, tooLarge, writeEdits } from './lab-records.ts';
import { makeCollection, makeRequest, type Workspace } from './model.ts';

const row = (id: string, content: LabRecord['content']): LabRecord => ({
  id,
  version: 1,
  created_at: `2026-11-22T10:00:0${id}Z`,
  updated_at: '2026-11-22T10:00:00Z',
  deleted_at: null,
  import_batch_id: null,
  source: null,
  external_id: null,
  content,
});
const one = makeCollection({ name: 'One', items: [makeRequest()] });
const two = makeCollection({ name: 'Two' });
const dev = { id: 'dev', name: 'Dev', variables: [] };
const rows = [
  row('2', { kind: 'collection', value: two }),
  row('1', { kind: 'collection', value: one }),
  row('3', { kind: 'environment', value: dev }),
];

test('records are one workspace, the oldest first, and an unchanged one wants no edit', () => {
  const workspace = readWorkspace(rows);
  expect(workspace).toEqual({ collections: [one, two], environments: [dev] });
  expect(writeEdits(rows, workspace)).toEqual([]);
});

test('a collection is found in the record that keeps it, whose id is another one', () => {
  expect(recordOfCollection(rows, one.id)).toBe('1');
  expect([recordOfCollection(rows, '1'), recordOfCollection(rows, dev.id)]).toEqual([undefined, undefined]);
});

test('what changed is changed, what is new is created, and what is gone goes to the trash', () => {
  const added = makeCollection({ name: 'New' });
  const changed: Workspace = { collections: [{ ...one, name: 'First' }, added], environments: [dev] };
  expect(writeEdits(rows, changed)).toMatchObject([
    { kind: 'change', id: '1', values: { content: { value: { name: 'First' } } } },
    { kind: 'create', values: { content: { kind: 'collection', value: { id: added.id } } } },
    { kind: 'change', id: '2', values: { deleted_at: expect.any(String) } },
  ]);
});

test('a record that was just made is changed and not made again, though the rows do not have it yet', () => {
  const created = new Map<string, string>();
  const [made] = writeEdits([], { collections: [one], environments: [] }, created);
  const [again] = writeEdits([], { collections: [{ ...one, name: 'Again' }], environments: [] }, created);
  expect([made?.kind, again?.kind, again?.id]).toEqual(['create', 'change', made?.id]);
});

test('a collection that no sealed record can hold is named, and its record stays as it was', () => {
  const large = { ...one, name: 'Large', items: [makeRequest({ body: { kind: 'text', text: 'ü'.repeat(400_000) } })] };
  const workspace = { collections: [large, two], environments: [dev] };
  expect(tooLarge(workspace)).toEqual(['Large']);
  expect(writeEdits(rows, workspace)).toEqual([]);
});

test('a record is named by what it holds, whatever it holds', () => {
  expect(labRecords.nameOf(rows[0] ?? {})).toBe('Two');
  expect(labRecords.nameOf({ content: 7 })).toBe('A collection');
});
