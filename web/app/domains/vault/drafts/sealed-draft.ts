import { sealToKey } from '@castellan/foundation/seal-to-key';
import type { DraftKey, SealedDraft } from '../contract/vault-drafts.ts';
import { openFromKey, sealingPorts } from './open-from-key.ts';

type Draft = Omit<SealedDraft, 'sealed'>;

/** Seals content to a key's public half: from then on only the opened vault reads it. Rejects where that is no public key. */
export async function sealDraft(key: DraftKey, { id, keptAtMs }: Pick<Draft, 'id' | 'keptAtMs'>, content: unknown): Promise<SealedDraft> {
  const draft: Draft = { id, userId: key.userId, vaultId: key.vaultId, keptAtMs };
  const terms = { label, bound: boundParts(draft), publicKey: key.publicKey };
  return { ...draft, sealed: `d2.${await sealToKey(sealingPorts, terms, content)}` };
}

/** The content of a draft as JSON, which whoever calls parses; `undefined` where it was not sealed to this key, or was changed. */
export async function openDraft(publicKey: string, privateKey: CryptoKey, draft: SealedDraft): Promise<unknown> {
  if (!draft.sealed.startsWith('d2.')) return undefined;
  return openFromKey({ label, bound: boundParts(draft), publicKey }, privateKey, draft.sealed.slice(3));
}

const label = 'castellan.draft.2';

function boundParts({ id, userId, vaultId, keptAtMs }: Draft): readonly string[] {
  return [userId, vaultId, id, String(keptAtMs)];
}
