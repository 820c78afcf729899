import { expect, test } from 'vitest';
import { type ActivityEntry, activityRowSchema, mergeEntries } from './activity-entry.ts';

const row = {
  id: '6f1c',
  sequence: 7,
  activity_type: 'terminal_access',
  activity_description: 'Signed in',
  success: true,
  created_at: '2025-11-21T08:00:00.123456+00:00',
};

function entry(sequence: number): ActivityEntry {
  return { id: `row-${sequence}`, sequence, type: 'terminal_access', description: '', success: true, createdAtMs: 1000 };
}

test('a row of the table becomes an entry', () => {
  expect(activityRowSchema.parse(row)).toEqual({
    id: '6f1c',
    sequence: 7,
    type: 'terminal_access',
    description: 'Signed in',
    success: true,
    createdAtMs: Date.parse('2025-11-21T08:00:00.123Z'),
  });
});

test('missing words and a missing outcome take the column defaults', () => {
  expect(activityRowSchema.parse({ ...row, activity_description: null, success: null })).toMatchObject({ description: '', success: true });
});

test('a row without a readable time is refused', () => {
  expect(activityRowSchema.safeParse({ ...row, created_at: 'yesterday' }).success).toBe(false);
});

test('merged entries show each row once, the newest first, up to the limit', () => {
  const merged = mergeEntries([entry(1), entry(9)], [entry(10), entry(9)], 2);
  expect(merged.map(({ sequence }) => sequence)).toEqual([10, 9]);
});
