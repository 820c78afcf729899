import { z } from 'zod';
import { openStoredRecords } from '../../../lib/stored-records.ts';
import type { DraftKey, SealedDraft } from '../contract/vault-drafts.ts';

/** What this browser keeps of what was typed while the vault's keys were not at hand: sealed, and the public key it is sealed to. */
export type DraftMemory = {
  readonly key: (userId: string) => Promise<DraftKey | undefined>;
  readonly keepKey: (key: DraftKey) => Promise<void>;
  readonly drafts: () => Promise<readonly SealedDraft[]>;
  readonly keep: (draft: SealedDraft) => Promise<void>;
  readonly forget: (id: string) => Promise<void>;
};

const keySchema = z.object({
  userId: z.string(),
  vaultId: z.string(),
  keyId: z.string(),
  publicKey: z.string(),
  sealedPrivate: z.string(),
});
const draftSchema = z.object({ id: z.string(), userId: z.string(), vaultId: z.string(), keptAtMs: z.number(), sealed: z.string() });

/** The browser's own memory, in IndexedDB. */
export function browserDraftMemory(): DraftMemory {
  const keys = openStoredRecords<DraftKey>('vault-draft-keys', (value) => keySchema.safeParse(value).data);
  const drafts = openStoredRecords<SealedDraft>('vault-drafts', (value) => draftSchema.safeParse(value).data);
  return {
    key: async (userId) => (await keys.all()).find((key) => key.userId === userId),
    keepKey: (key) => keys.change(key.userId, () => key),
    drafts: drafts.all,
    keep: (draft) => drafts.change(draft.id, () => draft),
    forget: (id) => drafts.change(id, () => undefined),
  };
}
