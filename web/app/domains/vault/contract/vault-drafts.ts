import type { EntryContent, EntryDetails } from '@castellan/vault-core/entries/entry';

/** What a save wants of the form. */
export type EntryDraft = {
  readonly details: Omit<EntryDetails, 'createdAt' | 'updatedAt' | 'passwordChangedAt' | 'trashedAt' | 'hasTotp'>;
  readonly secrets: EntryContent;
};

/** What of an entry can be changed without its form: only what is there is changed. */
export type EntryAmendment = Partial<Pick<EntryDetails, 'category' | 'favorite'>>;

/** What was typed into the entry form: a new entry (`entryId` null), or a change of one version of an entry. */
export type TypedDraft = {
  readonly entryId: string | null;
  readonly baseVersion: number | null;
  readonly draft: EntryDraft;
  /** Saved by the owner, and only waiting for the keys; otherwise half-typed. */
  readonly finished: boolean;
};

/** What an open form holds; `id` names it for as long as the form is open, and again when it is continued. */
export type FormDraft = TypedDraft & { readonly id: string };

/** An entry that was saved while there was no key for it. `isKept`: it lies in this browser, sealed, and outlives a lock. */
export type PendingEntry = {
  readonly id: string;
  readonly draft: EntryDraft;
  readonly isKept: boolean;
  /** Milliseconds since 1970. */
  readonly keptAtMs: number;
};

/** The public key that drafts are sealed to, with its private half under the vault's own key. Nothing secret is readable in it. */
export type DraftKey = {
  readonly userId: string;
  readonly vaultId: string;
  /** The vault key that `sealedPrivate` is under. */
  readonly keyId: string;
  /** Base64url of the P-256 point, uncompressed. */
  readonly publicKey: string;
  /** Base64url of the private key (PKCS #8), sealed. */
  readonly sealedPrivate: string;
};

/** One draft as it lies in the browser. */
export type SealedDraft = {
  readonly id: string;
  readonly userId: string;
  readonly vaultId: string;
  /** Milliseconds since 1970. */
  readonly keptAtMs: number;
  /** `d2.`, a public point made for this draft, and the sealed content; all but the first are base64url. */
  readonly sealed: string;
};

/** A draft that was opened. */
export type OpenedDraft = TypedDraft & { readonly id: string; readonly keptAtMs: number };

/** What was typed while the vault was locked, by what it is to become. Nothing of it was read when it was captured. */
export type CapturedThing =
  | { readonly kind: 'note'; readonly text: string }
  /** A line as the task line reads it, from the moment of the capture on. */
  | { readonly kind: 'task'; readonly text: string }
  /** The words of a habit, and an amount where it counts; `day` is `YYYY-MM-DD`. */
  | { readonly kind: 'habit'; readonly text: string; readonly day: string }
  /** `amount` as typed, and what it was for; either may hold both. */
  | { readonly kind: 'expense'; readonly amount: string; readonly text: string; readonly day: string }
  /** A value as typed. `measure` is its name where one was chosen, otherwise empty and `text` names it; `time` is `HH:MM`. */
  | { readonly kind: 'health'; readonly measure: string; readonly text: string; readonly day: string; readonly time: string };

/** Something that was captured while the vault was locked, opened. */
export type Captured = CapturedThing & {
  readonly id: string;
  /** What the device called itself then. */
  readonly device: string;
  /** Milliseconds since 1970, by the device's clock. */
  readonly keptAtMs: number;
};

/** A captured note. */
export type CapturedNote = Extract<Captured, { readonly kind: 'note' }>;

/** What this device's drafts are: those that open, and how many do not. `key` is what the next ones are sealed to. */
export type DraftsReport = {
  readonly key: DraftKey;
  readonly opened: readonly OpenedDraft[];
  readonly captures: readonly Captured[];
  readonly unreadable: readonly string[];
};
