/**
 * What a vault entry is once it is open. The two halves are sealed apart: the details are read while the vault is open by
 * code alone, the secrets want the master, a passkey or the recovery key.
 */

/** The templates an entry may follow; each names the fields a person expects, none forbids others. */
export const entryKinds = ['login', 'note', 'api-token', 'key', 'card', 'recovery-codes'] as const;

/** What an entry holds, in one word. */
export type EntryKind = (typeof entryKinds)[number];

/** What the list shows and the search reads. */
export type EntryDetails = {
  readonly kind: EntryKind;
  /** Never empty. */
  readonly title: string;
  readonly username: string;
  /** As it was typed or imported; may be empty, may be no address at all. */
  readonly url: string;
  /** `general`, `social`, `work`, `finance`, or a text of the owner's. */
  readonly category: string;
  readonly favorite: boolean;
  readonly tags: readonly string[];
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When the password itself last changed. */
  readonly passwordChangedAt: string;
  /** When what it holds stops being good, or `null`. */
  readonly expiresAt: string | null;
  /** When it was put into the trash, or `null`. */
  readonly trashedAt: string | null;
  /** Viewing or copying it raises a security notification: nobody honest has a reason to. */
  readonly canary: boolean;
  /** Whether the secrets hold a one-time-password secret, so that search and list know without opening them. */
  readonly hasTotp: boolean;
  /** What the secrets hold, in numbers; absent in an entry that was saved before this was told. */
  readonly holds?: EntryHoldings;
  /** What its fields say that it is beyond its kind, such as `identity`; it may be one not known here. */
  readonly type?: string;
  /** Further addresses, as its fields have them. */
  readonly urls?: readonly string[];
};

/** What of an entry can be read only with the master password. */
export type EntryHoldings = {
  /** Fields that are not marked as hidden, and those that are. */
  readonly fields: number;
  readonly hidden: number;
  readonly note: boolean;
  readonly password: boolean;
};

/** A field of the owner's own, or one that the entry's kind names. */
export type EntryField = {
  readonly name: string;
  readonly value: string;
  /** Shown as dots until asked for. */
  readonly hidden: boolean;
};

/** What is shown and copied one at a time. */
export type EntrySecrets = {
  readonly password: string;
  readonly notes: string;
  /** An `otpauth://` address or a bare base32 secret; empty where there is none. */
  readonly totp: string;
  readonly fields: readonly EntryField[];
  /** Earlier versions, newest first, at most 20. */
  readonly history: readonly EntryVersion[];
  /**
   * Where other apps may send its values: origins that the owner allowed, each once, in the order of their texts. Absent where there
   * is none. They are permissions and no content: no version, file or draft brings any.
   */
  readonly origins?: readonly string[];
};

/** What an entry holds of its own, in whichever version. */
export type EntryContent = Omit<EntrySecrets, 'history' | 'origins'>;

/** An earlier version of an entry, whole but for its own history. */
export type EntryVersion = {
  /** When it stopped being the present one: ISO 8601, UTC. */
  readonly replacedAt: string;
  readonly details: EntryDetails;
  readonly secrets: EntryContent;
};

/** Both halves. */
export type Entry = { readonly details: EntryDetails; readonly secrets: EntrySecrets };

/** Earlier versions kept of an entry. */
export const maxEntryVersions = 20;
