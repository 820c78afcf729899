import { expect, test } from 'vitest';
import type { Change } from '../change.ts';
import type { RawRecord } from '../record.ts';
import { changesOfEdits } from './changes-of-edits.ts';

const nowMs = Date.parse('2026-11-21T12:00:00Z');
const row: RawRecord = { id: 'a', version: 3, created_at: 'then', updated_at: 'then', deleted_at: null, title: 'Old', notes: 'kept' };
const rows = new Map([[row.id, row]]);
const refused: Change = {
  sequence: 7,
  collection: 'things',
  recordId: 'b',
  kind: 'create',
  values: { title: '', notes: 'long' },
  base: {},
  madeAtMs: 1,
  trouble: { kind: 'refused', reason: 'A title has 1 to 500 characters.' },
};

test('an edit names what it saw in each field, and is taken back by the same values', () => {
  const made = changesOfEdits('things', [{ kind: 'change', id: 'a', values: { title: 'New' } }], rows, [], nowMs);
  expect(made.fresh).toMatchObject([{ recordId: 'a', kind: 'change', values: { title: 'New' }, base: { title: 'Old', deleted_at: null } }]);
  expect(made.inverse).toEqual([{ kind: 'change', id: 'a', values: { title: 'Old' } }]);
});

test('what is seen is the row with the changes that wait, of this collection alone', () => {
  const waiting: Change = { ...refused, recordId: 'a', kind: 'change', values: { title: 'Waiting' }, trouble: undefined };
  const made = changesOfEdits('things', [{ kind: 'change', id: 'a', values: { title: 'New' } }], rows, [waiting], nowMs);
  expect(made.inverse).toEqual([{ kind: 'change', id: 'a', values: { title: 'Waiting' } }]);
  const other = changesOfEdits(
    'things',
    [{ kind: 'change', id: 'a', values: { title: 'New' } }],
    rows,
    [{ ...waiting, collection: 'others' }],
    nowMs,
  );
  expect(other.inverse).toEqual([{ kind: 'change', id: 'a', values: { title: 'Old' } }]);
});

test('a new record is taken back by a removal; to create one that is there changes it and brings it back', () => {
  const made = changesOfEdits('things', [{ kind: 'create', id: 'c', values: { title: 'C' } }], rows, [], nowMs);
  expect(made.inverse).toEqual([{ kind: 'change', id: 'c', values: { deleted_at: '2026-11-21T12:00:00.000Z' } }]);
  const again = changesOfEdits('things', [{ kind: 'create', id: 'a', values: { created_at: 'now', title: 'A' } }], rows, [], nowMs);
  expect(again.fresh).toMatchObject([{ kind: 'change', values: { title: 'A', deleted_at: null } }]);
  expect(again.fresh[0]?.values).not.toHaveProperty('created_at');
});

test('an edit of a record whose change was refused mends that change, and makes no second one', () => {
  const made = changesOfEdits('things', [{ kind: 'change', id: 'b', values: { title: 'Better' } }], rows, [refused], nowMs);
  expect(made.fresh).toEqual([]);
  expect(made.mended).toMatchObject([{ sequence: 7, kind: 'create', values: { title: 'Better', notes: 'long' }, trouble: undefined }]);
});

test('a refused change that cannot be read is not mended: the edit is a change of its own', () => {
  const made = changesOfEdits(
    'things',
    [{ kind: 'change', id: 'b', values: { title: 'X' } }],
    rows,
    [{ ...refused, unread: 'unreadable' }],
    nowMs,
  );
  expect(made.mended).toEqual([]);
  expect(made.fresh).toHaveLength(1);
});
