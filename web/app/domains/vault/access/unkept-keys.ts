import { defineStoredValue } from '../../../lib/stored-values.ts';

/** More than are made before one is kept. */
const maxUnkept = 16;

/**
 * The slots of the recovery keys that this device made and that nobody has said to have kept, separated by spaces. Each is written
 * before its key is sent: where the answer is lost, or the page is closed before the key was written down, an earlier key on paper opens
 * nothing any more. They name no secret, and outlive sign-out, as the vault does.
 */
export const storedUnkeptKeys = defineStoredValue<readonly string[]>({
  key: 'vault_unkept_recovery_keys',
  medium: 'local',
  clearedBy: 'nothing',
  parse: (text) => text.split(' ').slice(-maxUnkept),
  format: (slotIds) => slotIds.slice(-maxUnkept).join(' '),
});
