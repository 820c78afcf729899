import { toBase64Url } from '@castellan/foundation/bytes';
import { storedUserId } from '../../../lib/stored-session.ts';
import { storedCapturePin } from '../captures/capture-pin.ts';
import { browserDraftMemory } from '../ports/draft-memory.ts';

/** This browser as after an opening of the vault with all keys; the private half is nobody's. Answers with the way back to a new one. */
export async function pinThisDevice(): Promise<() => Promise<void>> {
  const memory = browserDraftMemory();
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const publicKey = toBase64Url(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)));
  await memory.keepKey({ userId: storedUserId() ?? '', vaultId: 'vault', keyId: 'key', publicKey, sealedPrivate: '' });
  return async () => {
    storedCapturePin.clear();
    for (const { id } of await memory.drafts()) await memory.forget(id);
  };
}
