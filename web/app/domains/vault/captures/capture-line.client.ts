import type { ToastMessage } from '../../../ui/toast/toast-store.ts';
import type { CapturedThing } from '../contract/vault-drafts.ts';
import { browserCaptures } from './browser-captures.client.ts';
import { captureFailureText } from './capture-words.ts';
import { keepCapture } from './keep-capture.ts';

/** Captures what a typed line is to become, and answers with what is to be said of it. Nothing of the line is in that. */
export async function captureLine(thing: CapturedThing): Promise<ToastMessage> {
  const kept = await keepCapture(browserCaptures, thing);
  if (!kept.ok) return { title: 'Not captured', description: captureFailureText(kept.failure), tone: 'alert' };
  return { title: 'Captured', description: 'Sealed on this device, not sent. It waits in the inbox until the vault is unlocked here.' };
}
