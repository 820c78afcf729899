import * as z from 'zod/mini';
import { openStoredRecords } from '../../../lib/stored-records.ts';
import { pinOf, storedCapturePin } from '../captures/capture-pin.ts';
import type { DraftKey, SealedDraft } from '../contract/vault-drafts.ts';

/** What this browser keeps of what was typed while the vault's keys were not at hand: sealed, and the public key it is sealed to. */
export type DraftMemory = {
  /** The key as it lies here: what kept texts are opened with, once the vault has opened its private half. */
  readonly key: (userId: string) => Promise<DraftKey | undefined>;
  /** The same where it is the one that the vault vouched for when it was last open: what may be sealed to. */
  readonly pinnedKey: (userId: string) => Promise<DraftKey | undefined>;
  /** Keeps and pins the key: for an opened vault alone. */
  readonly keepKey: (key: DraftKey) => Promise<void>;
  readonly drafts: () => Promise<readonly SealedDraft[]>;
  readonly keep: (draft: SealedDraft) => Promise<void>;
  /** Keeps it so that it outlives the page, or not at all; answers whether it is kept. */
  readonly keepForGood: (draft: SealedDraft) => Promise<boolean>;
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
  const keyOf = async (userId: string) => (await keys.all()).find((key) => key.userId === userId);
  return {
    key: keyOf,
    pinnedKey: async (userId) => {
      const key = await keyOf(userId);
      return key !== undefined && pinOf(key) === storedCapturePin.read() ? key : undefined;
    },
    keepKey: async (key) => {
      await keys.change(key.userId, () => key);
      storedCapturePin.write(pinOf(key));
    },
    drafts: drafts.all,
    keep: (draft) => drafts.change(draft.id, () => draft),
    keepForGood: (draft) => drafts.keep(draft.id, draft),
    forget: (id) => drafts.change(id, () => undefined),
  };
}
