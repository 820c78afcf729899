import { defineStoredValue } from '../../../lib/stored-values.ts';
import type { DraftKey } from '../contract/vault-drafts.ts';

/**
 * Which public key this device's last opening of the vault with all keys vouched for, apart from the key's own record: what is typed
 * while the vault is closed is sealed to a key only where both agree. It outlives sign-out, as the key does.
 */
export const storedCapturePin = defineStoredValue<string>({
  key: 'vault_capture_pin',
  medium: 'local',
  clearedBy: 'nothing',
  parse: (text) => text,
  format: (text) => text,
});

/** A key's pin: whose it is, of which vault, and its public point. */
export function pinOf({ userId, vaultId, publicKey }: DraftKey): string {
  return `${userId} ${vaultId} ${publicKey}`;
}
