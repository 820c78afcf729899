import type { Entry } from '@castellan/vault-core/entries/entry';
import type { VaultChange } from '@castellan/vault-core/manifest/change';
import type { StateDifference } from '@castellan/vault-core/manifest/device-state';
import type { VaultPin } from '@castellan/vault-core/manifest/pin';
import type { LogCheckpoint } from '@castellan/vault-core/manifest/seal-checkpoint';
import type { SentState } from '@castellan/vault-core/manifest/sent-state';
import type { VaultRow } from '@castellan/vault-core/manifest/vault-row';
import type { DeviceCopy } from '@castellan/vault-core/offline/device-copy';
import type { VaultCreation } from '@castellan/vault-core/slots/create-vault';
import type { SlotChange } from '@castellan/vault-core/slots/slot-changes';
import type { OpenFailure } from '@castellan/vault-core/slots/unlock';
import type { EntryAmendment } from './vault-drafts.ts';
import type { EntryDraft, StateChoice, VaultFinding, VaultItem } from './vault-state.ts';

/** No vault is open in the Worker. */
export type NotOpenFailure = { readonly code: 'not_open' };
/** A part that is fetched when it is first used did not come. */
export type OutOfReachFailure = { readonly code: 'tool_out_of_reach' };
/** `rows_unread`: not every listed row has been handed over, so that the work would be of a part only. */
export type ReadAllFailure = NotOpenFailure | { readonly code: 'locked' | 'cancelled' | 'rows_unread' };
/** Why no file was made. `because`: why what was presented did not open. */
export type ExportFailure =
  | ReadAllFailure
  | { readonly code: 'password_too_short' | 'derivation_failed' | 'export_too_large' | 'library_not_inlinable' }
  | { readonly code: 'proof_refused'; readonly because: OpenFailure['code'] };
/** What was opened is not what this device knows; nothing of it is kept open. `epoch`: of the sealed head. */
export type UnacceptedFailure = {
  readonly code: 'unaccepted';
  readonly findings: readonly VaultFinding[];
  readonly epoch: number;
  readonly difference: StateDifference | null;
  readonly hasOwnState: boolean;
};
/**
 * The owner’s confirmation for a state: what was said to be wrong with it, the epoch that was shown, and which state to go on from.
 * It holds for no other.
 */
export type StateOverride = { readonly codes: readonly string[]; readonly epoch: number | null; readonly choice: StateChoice };
/** Fields were changed here and elsewhere since `base`; `theirsVersion` is what a later save would be over. */
export type ConflictFailure = {
  readonly code: 'conflict';
  readonly base: Entry;
  readonly mine: Entry;
  readonly theirs: Entry;
  readonly theirsVersion: number;
  readonly fields: readonly string[];
};

/** What a device keeps of an open vault to open it without the server; `rows` are those that are new in it. */
export type CopyContent = Pick<DeviceCopy, 'userId' | 'vaultId' | 'keyId' | 'masters' | 'ways'> & {
  readonly rows: readonly VaultRow[];
  readonly rowIds: readonly string[];
};

/** A slot that is added to an open vault. */
export type WantedSlot =
  | { readonly kind: 'recovery' }
  | { readonly kind: 'device'; readonly slotId: string; readonly label: string; readonly deviceKey: CryptoKey; readonly share: string }
  | WantedPasskey;

/** A passkey as a way in, and what it gave for its salt. */
export type WantedPasskey = {
  readonly kind: 'passkey';
  readonly credentialId: string;
  readonly prfSalt: string;
  readonly label: string;
  readonly prfOutput: Uint8Array<ArrayBuffer>;
};

/** One thing to do to one entry. `baseVersion`: the version that the draft was made from. */
export type WorkEdit =
  | { readonly kind: 'add'; readonly id: string; readonly draft: EntryDraft }
  | { readonly kind: 'update'; readonly id: string; readonly draft: EntryDraft; readonly baseVersion: number | null }
  /** A row that was removed or overwritten, as an entry under a new id. */
  | { readonly kind: 'revive'; readonly id: string; readonly row: unknown }
  /** Of one entry what can be changed without its form; everything else, the trash included, stays as it is. */
  | ({ readonly kind: 'amend'; readonly id: string } & EntryAmendment)
  | { readonly kind: 'trash' | 'restore' | 'remove' | 'adopt'; readonly id: string };

/** What `write_vault` shall be sent. */
export type PreparedChange = {
  readonly expectedEpoch: number;
  readonly change: VaultChange;
  /** What this device remembers once it is taken; `undefined` where that waits for something else. */
  readonly next: SentState | undefined;
  /** As it is printed once, where one was made. */
  readonly recoveryKey: string | undefined;
};

/** What `create_vault`, `upgrade_vault` or `replace_vault` shall be sent. */
export type FoundedVault = { readonly creation: VaultCreation; readonly next: SentState | undefined; readonly recoveryKey: string };

/** `write`: send the change, hand the rows over again, ask again. `left`: what the rows that stay as they are call themselves. */
export type UpgradeStep =
  | { readonly kind: 'write'; readonly prepared: PreparedChange; readonly written: readonly string[]; readonly closes: boolean }
  | { readonly kind: 'blocked' | 'done'; readonly left: readonly string[] };

/** `write`: send the change, ask again; before one that `finishes` the rows are to be read back. `ids`: what keeps the old key. */
export type RotationStep =
  | {
      readonly kind: 'write';
      readonly prepared: PreparedChange;
      readonly finishes: boolean;
      readonly left: number;
      readonly total: number;
    }
  | { readonly kind: 'blocked'; readonly ids: readonly string[] }
  | { readonly kind: 'done' };

/** What an open vault looks like from outside. */
export type OpenReport = {
  readonly tier: 'details' | 'secrets';
  readonly vaultId: string;
  readonly epoch: number;
  readonly openedAtMs: number;
  readonly items: readonly VaultItem[];
  readonly findings: readonly VaultFinding[];
  readonly keys: readonly string[];
  readonly pin: VaultPin | undefined;
  readonly firstTime: boolean;
  /** The head that goes on from the state which the owner chose is not written yet. */
  readonly unjoined: boolean;
  /** Ways in that were changed on other devices since this one last looked. */
  readonly changedWays: readonly SlotChange[];
  readonly versionOne: 'none' | 'open' | 'closed';
  /** Entries may still be under a key that was retired. */
  readonly rotating: boolean;
  readonly checkpoint: LogCheckpoint | undefined;
  /** The manifest says which records of other apps there are. */
  readonly recordsListed: boolean;
  /** Rows to be read: of entries that are not at hand in the listed version, and of those at hand that are listed no more. */
  readonly wantedRows: readonly string[];
};

/** How the rows handed over so far stand to the manifest. */
export type RowsReport = {
  readonly verified: number;
  readonly total: number;
  readonly findings: readonly VaultFinding[];
  /** Sealed for this vault, and not listed. */
  readonly unlisted: readonly VaultItem[];
};

/** What an accepted change made of the vault. */
export type AcceptReport = {
  readonly epoch: number;
  readonly findings: readonly VaultFinding[];
  readonly put: readonly VaultItem[];
  readonly removed: readonly string[];
  /** How the rows stand now, those that were written and removed among them. */
  readonly rows: RowsReport;
};

/** What the sealed checkpoint says of the log. */
export type LogVerdict = 'no_checkpoint' | 'intact' | 'log_cut' | 'log_altered';

/** The next batch of an import with how far it is, or its end. */
export type ImportStep =
  | { readonly kind: 'write'; readonly prepared: PreparedChange; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly written: number; readonly skipped: number };
