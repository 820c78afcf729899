import { afterEach, expect, test, vi } from 'vitest';

const steps: string[] = [];

vi.mock('../activity/activity-log.ts', () => ({ logActivity: async () => void steps.push('log') }));
vi.mock('../notifications/create-notification.ts', () => ({ createNotification: async () => void steps.push('notification') }));
vi.mock('./sign-in.ts', () => ({ signOut: async () => void steps.push('sign-out') }));

const { beforeLeaving, leaveSession } = await import('./leave-session.ts');

afterEach(() => steps.splice(0));

test('errands are run before the session ends, and one that fails keeps nobody in', async () => {
  const stops = [beforeLeaving(() => Promise.reject(new Error('no'))), beforeLeaving(async () => void steps.push('vault locked'))];
  await leaveSession();
  expect(steps).toEqual(['vault locked', 'log', 'notification', 'sign-out']);
  for (const stop of stops) stop();
  steps.splice(0);
  await leaveSession();
  expect(steps).toEqual(['log', 'notification', 'sign-out']);
});
