import type { Result } from '@castellan/foundation/result';
import type { Entry, EntryDetails, EntrySecrets } from '@castellan/vault-core/entries/entry';
import type { StateDifference } from '@castellan/vault-core/manifest/device-state';
import type { SlotChange } from '@castellan/vault-core/slots/slot-changes';
import type { EntryAmendment, EntryDraft, FormDraft, TypedDraft } from './vault-drafts.ts';
import type { EntryContents } from './vault-entry.ts';
import type { VaultFailure } from './vault-failure.ts';
import type { VaultRemoved } from './vault-removed.ts';
import type { Rotation, VaultSecurity } from './vault-security.ts';
import type { VaultSending } from './vault-sending.ts';
import type { VaultTools } from './vault-tools.ts';

export type { EntryDraft } from './vault-drafts.ts';

/** What is open: nothing, the details of entries (list and search), or everything. */
export type VaultTier = 'none' | 'details' | 'secrets';

/** An entry as the list knows it. Nothing secret is in it. */
export type VaultItem = {
  readonly id: string;
  readonly version: number;
  readonly details: EntryDetails;
  /** What the manifest found wrong with it; `null` where it is as it was written, or not verified yet. */
  readonly finding: VaultFinding | null;
};

/** What the manifest found, by the attack or fault that explains it. */
export type VaultFinding = {
  readonly code: string;
  /** The entry or slot it is about; `null` where it is about the vault. */
  readonly id: string | null;
  /** What a row of the legacy product calls itself, readably: nothing vouches for it. */
  readonly title?: string;
};

/** Ways to open that this vault has, on this device. */
export type VaultWays = {
  /** An authenticator is enrolled at the auth service. */
  readonly authenticator: boolean;
  /** A code alone opens the details here. */
  readonly device: boolean;
  readonly recoveryKey: boolean;
  readonly passkeys: readonly { readonly slotId: string; readonly label: string }[];
};

/** What is in the vault's memory now. */
export type VaultMemory = {
  readonly tier: VaultTier;
  /** Milliseconds since 1970; `null` while nothing is open. */
  readonly openedAtMs: number | null;
  /** When it locks by itself if nothing happens; `null` while nothing is open. */
  readonly locksAtMs: number | null;
  /** Names of the keys held, none of them extractable. */
  readonly keys: readonly string[];
};

/** What of entries is readable in memory now, in numbers of entries. */
export type HeldInMemory = {
  /** Titles, usernames, addresses. */
  readonly listed: number;
  /** Whole, as they were when an edit began. */
  readonly edits: number;
  /** Whole, of a file that was read and would be, or was, imported. */
  readonly importing: number;
};

/** How far the manifest's check has come. */
export type VaultVerification = {
  readonly epoch: number;
  /** This device remembered nothing of the vault when it was opened: the server's word was all there was to go by. */
  readonly firstTime: boolean;
  /** Ways in that were changed on other devices since this one last opened the vault, or while it is open. */
  readonly changedWays: readonly SlotChange[];
  readonly verified: number;
  readonly total: number;
  readonly finished: boolean;
  readonly findings: readonly VaultFinding[];
};

/** What this device has against the vault that the server shows. The owner’s confirmation holds for exactly this. */
export type VaultAlarm = {
  /** One or more. */
  readonly findings: readonly VaultFinding[];
  /** `null` where this device knows no vault. */
  readonly pinnedEpoch: number | null;
  /** Of the sealed head where it was opened, otherwise what the server claims; `null` where it shows no vault. */
  readonly presentEpoch: number | null;
  /** When this device last saw the vault as it should be, in milliseconds since 1970; `null` where it does not know. */
  readonly seenAtMs: number | null;
  /** How what the server lists differs from what this device knows; `null` where that is not known before the vault is opened. */
  readonly difference: StateDifference | null;
  /**
   * This device can bring its own state back: the list, though not texts of entries that the server has lost. Where the difference is
   * not known yet, it is once the vault was unlocked (`compareStates`).
   */
  readonly hasOwnState: boolean;
};

/** Which state the vault goes on from. */
export type StateChoice = 'server' | 'device';

/** The vault as the page draws it. */
export type VaultState =
  | { readonly stage: 'loading' }
  /** `copy`: why the copy on this device does not open either, where there is one. */
  | { readonly stage: 'unreachable'; readonly copy?: 'over' | 'set_back' | undefined }
  /** The pinned vault is not there, or is older than this device knows: nothing opens before the owner has said so. */
  | ({ readonly stage: 'alarm' } & VaultAlarm)
  /**
   * `kind`: no vault yet (`none`), rows of the legacy product (`older`), or a vault (`present`). `comparing`: what is unlocked is an
   * older state, to see how it differs; nothing opens before the owner has chosen.
   */
  | {
      readonly stage: 'locked';
      readonly kind: 'none' | 'older' | 'present';
      readonly entryCount: number;
      readonly ways: VaultWays;
      readonly comparing?: true;
      /** The server does not answer: what opens is this device's copy, of this moment, in milliseconds since 1970. */
      readonly copyAtMs?: number;
    }
  | { readonly stage: 'opening'; readonly step: 'deriving' | 'opening' | 'upgrading'; readonly done: number; readonly total: number }
  | {
      readonly stage: 'open';
      readonly kind: 'none' | 'older' | 'present';
      /** `none`: the code was right, and this device holds no key: the master opens the rest. */
      readonly tier: VaultTier;
      readonly ways: VaultWays;
      readonly items: readonly VaultItem[];
      readonly verification: VaultVerification;
      readonly memory: VaultMemory;
      /** Away from the backend: what is shown is what was last read; nothing can be saved. */
      readonly offline: boolean;
      /** Opened from this device's copy, which is of this moment, and not held against the server since; in milliseconds since 1970. */
      readonly copyAtMs: number | null;
      /** Changes when icons may have changed: what was asked of them before is to be asked again. */
      readonly icons: number;
      /** The vault was given another key, and entries follow; `null` where none is under way. */
      readonly rotation: Rotation | null;
      /** Saved while the vault was open without a master; added once there is one. `isKept`: it outlives a lock, sealed. */
      readonly pending: readonly WaitingEntry[];
      /** Half-typed when the vault locked, oldest first; `entryId` is `null` for a new entry. */
      readonly drafts: readonly KeptDraft[];
      /** Drafts of this device that no key of the vault opens any more. */
      readonly unreadableDrafts: number;
      /** What the legacy product left in this browser, its master's key among it, was removed just now. */
      readonly legacyRemoved: boolean;
      /** The vault's recovery key was made on this device, and nobody has said to have kept it. */
      readonly unkeptKey: boolean;
    };

/** An entry that waits for the master, as the list shows it. */
export type WaitingEntry = { readonly id: string; readonly title: string; readonly isKept: boolean; readonly keptAtMs: number };

/** What was left half-typed by a lock, as the list shows it. */
export type KeptDraft = { readonly id: string; readonly entryId: string | null; readonly title: string; readonly keptAtMs: number };

/** How many rows were converted, and what those that stay as they are call themselves. */
export type ConvertedRows = { readonly converted: number; readonly left: readonly string[] };

/**
 * What an edit starts from: both halves of one version, which is the one that `save` is told. A draft made of another version's
 * details would undo what was changed elsewhere since.
 */
export type EntryForEdit = Entry & { readonly version: number };

/** What the page may ask of the vault. Every answer comes from the Worker or the backend, never from the page's own memory. */
export type VaultActions = {
  readonly retry: () => void;
  readonly unlockWithCode: (code: string) => Promise<Result<{ readonly tier: VaultTier }, VaultFailure>>;
  readonly unlockWithMaster: (master: string) => Promise<Result<void, VaultFailure>>;
  readonly unlockWithRecoveryKey: (key: string) => Promise<Result<void, VaultFailure>>;
  readonly unlockWithPasskey: (slotId: string) => Promise<Result<void, VaultFailure>>;
  /** Makes the vault; answers with the recovery key, which is shown once. */
  readonly setMaster: (master: string) => Promise<Result<{ readonly recoveryKey: string }, VaultFailure>>;
  /** Reads the legacy product's rows with the old master and writes them under the new one. */
  readonly upgrade: (
    oldMaster: string,
    newMaster: string,
  ) => Promise<Result<{ readonly recoveryKey: string; readonly failed: readonly string[] }, VaultFailure>>;
  /** For an owner without master and recovery key; present entries cannot be opened any more. Wants a code just verified. */
  readonly replaceVault: (master: string) => Promise<Result<{ readonly recoveryKey: string }, VaultFailure>>;
  /** The owner’s confirmation in stage `alarm`: the vault is to be opened as the server shows it. */
  readonly acceptRestoredEpoch: (choice?: StateChoice) => Promise<Result<void, VaultFailure>>;
  /** In stage `alarm`, where what differs is not known: the vault is to be unlocked, which shows the alarm with the difference. */
  readonly compareStates: () => Promise<void>;
  /** Goes on from the activity log as it is, though it is not what was sealed of it. */
  readonly acceptLog: () => Promise<Result<void, VaultFailure>>;
  /** Converts rows of the legacy product that an upgrade left, because they were sealed under another of its masters. */
  readonly convertLeft: (oldMaster: string) => Promise<Result<ConvertedRows, VaultFailure>>;
  /** The owner’s confirmation that the rows which open are the vault, where parts of the manifest are lost. */
  readonly repairManifest: () => Promise<Result<void, VaultFailure>>;
  readonly lock: (reason: 'button' | 'idle' | 'hidden' | 'logout') => void;
  /** The icon of an entry's site as a `data:` address, from the entry itself. */
  readonly readIcon: (id: string) => Promise<string | undefined>;
  /** The entry is looked at: where it has no icon yet, one is asked for, once. */
  readonly wantIcon: (id: string) => void;
  /** The owner wants icons from now on: entries that have none get theirs, imported ones among them. */
  readonly wantAllIcons: () => void;
  /** The owner’s confirmation that an icon which is none (finding `icon_unreadable`) be taken away. */
  readonly dropIcon: (id: string) => Promise<Result<void, VaultFailure>>;
  /** What other apps may send of it; its code is fetched when it is first asked for. */
  readonly sending: () => Promise<VaultSending>;
  readonly readSecrets: (id: string, purpose: 'view' | 'copy') => Promise<Result<EntrySecrets, VaultFailure>>;
  /**
   * What of an entry is shown while the secrets are open, without being asked for, and without a record of it. `undefined` for a
   * canary, which tells nothing unasked.
   */
  readonly readContents: (id: string) => Promise<Result<EntryContents | undefined, VaultFailure>>;
  readonly openForEdit: (id: string) => Promise<Result<EntryForEdit, VaultFailure>>;
  /** An edit was left without a save: what it started from need not be kept. */
  readonly endEdit: (id: string) => void;
  /** What is held now; `undefined` where nothing is open. */
  readonly readHeld: () => Promise<HeldInMemory | undefined>;
  /** Puts a secret on the clipboard for 30 seconds, or until the vault is locked. */
  readonly copySecret: (text: string) => Promise<Result<void, VaultFailure | { readonly code: 'copy_refused' }>>;
  /** The same for something of an entry whose secrets are not read for it: logged, and told for a canary. */
  readonly copyShown: (id: string, text: string) => Promise<Result<void, VaultFailure | { readonly code: 'copy_refused' }>>;
  /** The same for a secret of the account, which wants no open vault. */
  readonly copyOfAccount: (text: string) => Promise<Result<void, { readonly code: 'copy_refused' }>>;
  readonly save: (
    id: string | null,
    draft: EntryDraft,
    baseVersion: number | null,
  ) => Promise<Result<{ readonly id: string }, VaultFailure>>;
  readonly keepPending: (draft: EntryDraft) => void;
  /** Asks an open form what is typed in it when the vault locks, to be sealed; returns the way to stop. */
  readonly watchForm: (read: () => FormDraft | undefined) => () => void;
  /** What was left half-typed, to be continued. */
  readonly readDraft: (id: string) => TypedDraft | undefined;
  /** The recovery key that was shown last is kept. */
  readonly recoveryKeyKept: () => void;
  /** It was saved, or is not wanted any more. */
  readonly dropDraft: (id: string) => void;
  /** How many typed texts a lock would lose now: this device has no key to seal them to. */
  readonly unkeptCount: () => number;
  /** Puts entries into the trash, all or none; so do the next two what they do. */
  readonly trash: (...ids: readonly string[]) => Promise<Result<void, VaultFailure>>;
  readonly restore: (...ids: readonly string[]) => Promise<Result<void, VaultFailure>>;
  /** Changes category or favourite; no secret leaves the Worker for it, and nothing counts as viewed. */
  readonly amend: (changes: readonly ({ readonly id: string } & EntryAmendment)[]) => Promise<Result<void, VaultFailure>>;
  /** Removes rows for good, also ones that the vault does not list or cannot read. */
  readonly removeForever: (...ids: readonly string[]) => Promise<Result<void, VaultFailure>>;
  /** The owner’s confirmation that a row which is not the listed one (findings `unlisted`, `altered`, `stale`) is the entry from now on. */
  readonly adopt: (id: string) => Promise<Result<void, VaultFailure>>;
  /** Asks the owner for a proof where the server wants one; returns the way to stop asking. */
  readonly answerProofs: (ask: () => Promise<boolean>) => () => void;
  /** What was removed or overwritten within 30 days. */
  readonly removed: VaultRemoved;
  /** What can be done with the whole vault: import, export, health, strength. */
  readonly tools: VaultTools;
  /** What concerns its keys: ways in, rotation, self-test. */
  readonly security: VaultSecurity;
};
