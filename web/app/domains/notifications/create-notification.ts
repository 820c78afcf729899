import * as z from 'zod/mini';
import { askTable } from '../../lib/backend.ts';

/** A message for the owner's bell (spec §3). `icon` names one of the kit's icons. */
export type NewNotification = {
  readonly type: 'alert' | 'achievement' | 'security' | 'info';
  readonly title: string;
  readonly message: string;
  readonly icon: string;
  readonly important: boolean;
  /** A path of this site, where it is dealt with. */
  readonly link?: string;
};

/** Puts a notification under the owner's bell; one that could not be written is told to the console only (spec §8). */
export async function createNotification(notification: NewNotification): Promise<void> {
  const asked = await askTable((client) => client.from('notifications').insert(notification), z.unknown());
  // biome-ignore lint/suspicious/noConsole: logging failures are only written to the console (spec §8).
  if (!asked.ok) console.warn(`The notification "${notification.title}" was not written: ${asked.failure.code}`);
}
