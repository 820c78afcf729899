import { fail } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askAuth } from '../../lib/backend.ts';
import { tabChannel } from '../../lib/tab-channel.ts';
import type { BellPreferences } from './bell-preferences.ts';
import { savePreferences } from './bell-store.ts';

const otherTabs = tabChannel('castellan-bell-preferences', z.literal('changed'));

const sessionSchema = z.object({ session: z.object({ user: z.object({ id: z.string() }) }) });

/** Keeps what the owner wants of the bell, for every device, and lets other tabs of this browser know. */
export async function keepPreferences(preferences: BellPreferences) {
  const asked = await askAuth((auth) => auth.getSession(), sessionSchema);
  if (!asked.ok) return fail({ code: 'unauthorized' as const });
  const saved = await savePreferences(preferences, asked.value.session.user.id);
  if (saved.ok) {
    otherTabs.tell('changed');
  }
  return saved;
}

/** Calls the listener when they were changed elsewhere in this browser; returns the way to stop. */
export function watchPreferences(listener: () => void): () => void {
  return otherTabs.listen(listener);
}
