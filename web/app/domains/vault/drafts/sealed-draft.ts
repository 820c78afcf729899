import { fromBase64Url, textOf, toBase64Url, utf8 } from '@castellan/vault-core/crypto/bytes';
import { frame, pad, unpad } from '@castellan/vault-core/crypto/framing';
import type { DraftKey, SealedDraft } from '../contract/vault-drafts.ts';

/** The curve of the key agreement (NIST SP 800-186). */
export const draftCurve = { name: 'ECDH', namedCurve: 'P-256' } as const;
const ivBytes = 12;

type Draft = Omit<SealedDraft, 'sealed'>;

/** Seals content to a key's public half: from then on only the opened vault reads it. Rejects where that is no public key. */
export async function sealDraft(key: DraftKey, { id, keptAtMs }: Pick<Draft, 'id' | 'keptAtMs'>, content: unknown): Promise<SealedDraft> {
  const point = fromBase64Url(key.publicKey) ?? new Uint8Array();
  const theirs = await crypto.subtle.importKey('raw', point, draftCurve, false, []);
  const own = await crypto.subtle.generateKey(draftCurve, false, ['deriveBits']);
  const ownPoint = toBase64Url(new Uint8Array(await crypto.subtle.exportKey('raw', own.publicKey)));
  const draft: Draft = { id, userId: key.userId, vaultId: key.vaultId, keptAtMs };
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const plain = pad(utf8(JSON.stringify(content)));
  const additionalData = associatedData(draft, key.publicKey, ownPoint);
  const sealing = await sharedKey(own.privateKey, theirs, 'encrypt');
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, sealing, plain));
  plain.fill(0);
  return { ...draft, sealed: `d2.${ownPoint}.${toBase64Url(iv)}${toBase64Url(sealed)}` };
}

/** The content of a draft as JSON, which whoever calls parses; `undefined` where it was not sealed to this key, or was changed. */
export async function openDraft(publicKey: string, privateKey: CryptoKey, draft: SealedDraft): Promise<unknown> {
  const [form, ownPoint = '', text = ''] = draft.sealed.split('.');
  const point = fromBase64Url(ownPoint);
  const bytes = fromBase64Url(text);
  if (form !== 'd2' || point === undefined || bytes === undefined) return undefined;
  try {
    const theirs = await crypto.subtle.importKey('raw', point, draftCurve, false, []);
    const additionalData = associatedData(draft, publicKey, ownPoint);
    const call = { name: 'AES-GCM', iv: bytes.subarray(0, ivBytes), additionalData };
    const opening = await sharedKey(privateKey, theirs, 'decrypt');
    const plain = unpad(new Uint8Array(await crypto.subtle.decrypt(call, opening, bytes.subarray(ivBytes))));
    const json = plain && textOf(plain);
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}

async function sharedKey(own: CryptoKey, theirs: CryptoKey, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, own, 256);
  const root = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const info = utf8('castellan.draft.2');
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    root,
    { name: 'AES-GCM', length: 256 },
    false,
    [use],
  );
}

function associatedData({ id, userId, vaultId, keptAtMs }: Draft, publicKey: string, ownPoint: string) {
  return frame('castellan.draft.2', userId, vaultId, id, String(keptAtMs), publicKey, ownPoint);
}
