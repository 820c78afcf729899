import type { ToastMessage } from '../../../ui/toast/toast-store.ts';
import { browserCaptures } from './browser-captures.client.ts';
import { captureFailureText } from './capture-words.ts';
import { keepCapture } from './keep-capture.ts';

/** Captures a typed line, and answers with what is to be said of it. Nothing of the line is in that. */
export async function captureLine(line: string): Promise<ToastMessage> {
  const kept = await keepCapture(browserCaptures, line);
  if (!kept.ok) return { title: 'Not captured', description: captureFailureText(kept.failure), tone: 'alert' };
  return { title: 'Captured', description: 'Sealed on this device, not sent. It waits in the inbox until the vault is unlocked here.' };
}
