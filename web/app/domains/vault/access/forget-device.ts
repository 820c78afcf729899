import { storedCapturePin } from '../captures/capture-pin.ts';
import { browserDeviceMemory } from '../ports/device-memory.ts';
import { browserTabs } from '../ports/vault-tabs.ts';
import { storedUnkeptKeys } from './unkept-keys.ts';

/** Locks the vault in every tab and forgets what this device remembers of it: for an owner whose vault was deleted by their own word. */
export async function forgetVaultOnDevice(): Promise<void> {
  browserTabs().tell({ kind: 'locked' });
  const memory = browserDeviceMemory();
  const sent = (await memory.sent()).map(({ pin }) => pin);
  for (const { userId } of [...(await memory.pins()), ...sent]) await memory.forgetPin(userId);
  storedCapturePin.clear();
  storedUnkeptKeys.clear();
  for (const { slotId } of await memory.deviceKeys()) await memory.forgetDeviceKey(slotId);
}
