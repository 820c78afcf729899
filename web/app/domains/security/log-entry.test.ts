import { expect, test } from 'vitest';
import { parseLogRows, parseNotificationRows } from './log-entry.ts';

const row = {
  id: 'a',
  sequence: 7,
  activity_type: 'failed_login',
  activity_description: 'Refused',
  success: false,
  created_at: '2026-11-21T12:00:00Z',
};

test('a row of the log becomes a line with what the server and the client said of it', () => {
  expect(parseLogRows([{ ...row, ip_address: '192.0.2.1', address_verified: false, metadata: { count: 2 } }])).toMatchObject([
    {
      kind: 'log',
      type: 'failed_login',
      success: false,
      address: '192.0.2.1',
      addressVerified: false,
      sequence: 7,
      metadata: { count: 2 },
    },
  ]);
});

test.each([
  ['no time', { ...row, created_at: 'yesterday' }],
  ['no type', { ...row, activity_type: '' }],
  ['metadata that is no object', { ...row, metadata: 'text' }],
  ['nothing at all', null],
  ['a number', 7],
])('a row with %s is shown as unreadable in its place, and the others stay', (_name, broken) => {
  const entries = parseLogRows([row, broken, { ...row, id: 'b' }]);
  expect(entries.map(({ kind }) => kind)).toEqual(['log', 'unreadable', 'log']);
  expect(entries[1]).toMatchObject({ description: 'This row cannot be read', raw: broken });
  expect(entries[1]?.atMs).toBe(entries[0]?.atMs);
});

test('a notification is a line of type security_notification that failed where what it tells of failed', () => {
  const notification = { id: 'n', title: 'Failed sign-in', message: 'from here', metadata: { success: false }, created_at: row.created_at };
  expect(parseNotificationRows([notification, { ...notification, message: '', metadata: {} }])).toMatchObject([
    { type: 'security_notification', description: 'Failed sign-in: from here', success: false },
    { description: 'Failed sign-in', success: true },
  ]);
});
