import { toBase64Url } from '@castellan/foundation/bytes';
import { deriveSealingKey, openPadded, sealPadded } from '@castellan/vault-core/crypto/sealing';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import type { Bytes, VaultPorts } from '@castellan/vault-core/ports';
import { parseCapture } from '../captures/capture-content.ts';
import type { Captured, DraftKey, DraftsReport, OpenedDraft, SealedDraft } from '../contract/vault-drafts.ts';
import { draftCurve } from './open-from-key.ts';
import { openDraft } from './sealed-draft.ts';
import { parseTypedDraft } from './typed-draft.ts';

/**
 * Opens the drafts of this device, and renews the key for the next: kept where its private half opens under a key of the vault,
 * also a retired one, and made again otherwise. `undefined` where the vault's secrets are not open.
 */
export async function openDrafts(
  ports: VaultPorts,
  vault: OpenVault,
  kept: DraftKey | undefined,
  sealed: readonly SealedDraft[],
): Promise<DraftsReport | undefined> {
  const mine = sealed.filter(({ userId, vaultId }) => userId === vault.userId && vaultId === vault.vaultId);
  const renewed = kept === undefined ? undefined : await renew(ports, vault, kept);
  if (kept === undefined || renewed === undefined) {
    const key = await makeKey(ports, vault);
    return key && { key, opened: [], captures: [], unreadable: mine.map(({ id }) => id) };
  }
  const opened: OpenedDraft[] = [];
  const captures: Captured[] = [];
  const unreadable: string[] = [];
  for (const draft of mine) {
    const { id, keptAtMs } = draft;
    const content = await openDraft(kept.publicKey, renewed.privateKey, draft);
    const entry = parseTypedDraft(content);
    const capture = parseCapture(content, keptAtMs);
    if (entry !== undefined) opened.push({ ...entry, id, keptAtMs });
    else if (capture !== undefined) captures.push({ ...capture.thing, id, device: capture.device, keptAtMs });
    else unreadable.push(id);
  }
  return { key: renewed.key, opened, captures, unreadable };
}

async function makeKey(ports: VaultPorts, vault: OpenVault): Promise<DraftKey | undefined> {
  const pair = await crypto.subtle.generateKey(draftCurve, true, ['deriveBits']);
  const publicKey = toBase64Url(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)));
  const raw = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
  const key = await sealPrivate(ports, vault, publicKey, raw);
  raw.fill(0);
  return key;
}

async function renew(ports: VaultPorts, vault: OpenVault, kept: DraftKey) {
  if (kept.userId !== vault.userId || kept.vaultId !== vault.vaultId) return undefined;
  for (const { keyId, secrets } of [vault.keys, ...vault.retired.values()]) {
    const sealing = secrets && (await deriveSealingKey(ports.crypto, secrets.root, purpose));
    const raw = sealing && (await openPadded(ports.crypto, sealing, associatedParts(vault, kept.publicKey), kept.sealedPrivate));
    if (raw === undefined) continue;
    const privateKey = await crypto.subtle.importKey('pkcs8', raw, draftCurve, false, ['deriveBits']).catch(() => undefined);
    const key = keyId === vault.keys.keyId ? kept : await sealPrivate(ports, vault, kept.publicKey, raw);
    raw.fill(0);
    return key && privateKey && { key, privateKey };
  }
  return undefined;
}

const purpose = 'castellan.vault.2/drafts';

async function sealPrivate(ports: VaultPorts, vault: OpenVault, publicKey: string, raw: Bytes): Promise<DraftKey | undefined> {
  const { userId, vaultId, keys } = vault;
  if (keys.secrets === undefined) return undefined;
  const sealing = await deriveSealingKey(ports.crypto, keys.secrets.root, purpose);
  const sealedPrivate = await sealPadded(ports, sealing, associatedParts(vault, publicKey), raw);
  return { userId, vaultId, keyId: keys.keyId, publicKey, sealedPrivate };
}

function associatedParts({ userId, vaultId }: OpenVault, publicKey: string): readonly string[] {
  return ['castellan.draft-key.2', userId, vaultId, publicKey];
}
