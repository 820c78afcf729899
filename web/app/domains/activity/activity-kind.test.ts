import { expect, test } from 'vitest';
import { activityKind } from './activity-kind.ts';

test('every type of the log has a word of its own, and types of signing in share one', () => {
  const types = ['vault_activity', 'failed_login', 'auth', 'auth_event', 'terminal_access', 'game_activity', 'app_activity'];
  expect(types.map(activityKind)).toEqual(['Vault', 'Sign-in', 'Sign-in', 'Sign-in', 'Terminal', 'Game', 'App']);
  expect(['security_notification', 'test_connection', 'data_event', 'security_event'].map(activityKind)).toEqual([
    'Notice',
    'Test',
    'Data',
    'Security',
  ]);
});

test('a type that nobody knows is shown as words, and one that is named like a property of every object too', () => {
  expect(['backup_made', 'unreadable', '', '_', 'constructor'].map(activityKind)).toEqual([
    'Backup made',
    'Unreadable',
    '',
    '_',
    'Constructor',
  ]);
});
