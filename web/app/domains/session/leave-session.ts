import { watchSessionEnd } from '../../lib/backend-parts/watch.ts';
import { browserTimer } from '../../lib/clock.ts';
import { clearOnSignOut } from '../../lib/session-end/clear-on-sign-out.ts';
import { logActivity } from '../activity/activity-log.ts';
import { createNotification } from '../notifications/create-notification.ts';
import { forgetRecords } from '../records/forget-records.ts';
import { signOut } from './sign-in.ts';

/** A backend that hangs keeps nobody in longer than this for each step. */
const patienceMs = 4000;

let leaving = false;

const errands = new Set<() => Promise<void>>();

/** Has something done before the session ends, while its rows can still be written; it keeps nobody in. Returns the way to stop. */
export function beforeLeaving(errand: () => Promise<void>): () => void {
  errands.add(errand);
  return () => errands.delete(errand);
}

/**
 * Ends the session, in the order the rows need it: errands, log, notification, sign-out at the backend, then what this browser
 * kept. The first three may fail without keeping anyone in.
 */
export async function leaveSession(): Promise<void> {
  leaving = true;
  await atMost(patienceMs, Promise.allSettled([...errands].map((errand) => errand())));
  await atMost(patienceMs, recordLeaving());
  await atMost(patienceMs, signOut());
  clearOnSignOut();
  await atMost(patienceMs, forgetRecords('everything'));
  leaving = false;
}

async function recordLeaving(): Promise<void> {
  await logActivity({ type: 'auth_event', description: 'Signed out', success: true });
  await createNotification({
    type: 'info',
    title: 'Signed out',
    message: 'The session was ended from the dashboard.',
    icon: 'sign-out',
    important: false,
  });
}

function atMost(durationMs: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise<void>((resolve) => browserTimer.after(durationMs, resolve))]);
}

/** Calls the listener when the session ended elsewhere: in another tab, or revoked at the server. Returns the way to stop. */
export function watchForeignSessionEnd(listener: () => void): () => void {
  return watchSessionEnd(() => {
    if (leaving) return;
    clearOnSignOut();
    void forgetRecords('rows');
    listener();
  });
}
