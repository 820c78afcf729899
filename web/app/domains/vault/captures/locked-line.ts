import type { ToastMessage } from '../../../ui/toast/toast-store.ts';
import type { CapturedThing } from '../contract/vault-drafts.ts';
import { vaultOpenness } from '../vault-openness.ts';

/** Said beside a line that is captured. */
export const sealedHere = 'Sealed on this device until the vault is unlocked';

/**
 * Captures a typed line while the vault is locked. What seals it is fetched now, before the line is whole, so that it can be kept where
 * nobody answers by then. Answers `false` where that could not be fetched.
 */
export function openLockedLine(): (thing: CapturedThing) => Promise<boolean | ToastMessage> {
  const loading = vaultOpenness.read() ? undefined : load();
  return async (thing) => (await (loading ?? load()))?.captureLine(thing) ?? false;
}

async function load() {
  return import('./capture-line.client.ts').catch(() => undefined);
}
