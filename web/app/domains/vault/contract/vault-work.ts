import type { Result } from '@castellan/foundation/result';
import type { EditFailure } from '@castellan/vault-core/entries/edit-entries';
import type { EntrySecrets } from '@castellan/vault-core/entries/entry';
import type { ReadFailure } from '@castellan/vault-core/entries/read-entry';
import type { VaultPin } from '@castellan/vault-core/manifest/pin';
import type { PartCopy } from '@castellan/vault-core/manifest/rebuild-manifest';
import type { LogCheckpoint } from '@castellan/vault-core/manifest/seal-checkpoint';
import type { DeviceCopy } from '@castellan/vault-core/offline/device-copy';
import type { CopyFailure } from '@castellan/vault-core/offline/open-copy';
import type { KeptReading, KeptRecords } from '@castellan/vault-core/records/kept-records';
import type { RecordName } from '@castellan/vault-core/records/record-shard';
import type { HeldRecord } from '@castellan/vault-core/records/reseal-records';
import type { KeptRow, RecordDraft, RecordRow, RecordSaveFailure } from '@castellan/vault-core/records/save-records';
import type { UpgradeFailure } from '@castellan/vault-core/records/schema-version';
import type { RecordFields, RecordOpenFailure, RecordPlace, RecordSealFailure } from '@castellan/vault-core/records/sealed-record';
import type { ShownRecord, VerifiedRecords } from '@castellan/vault-core/records/verify-records';
import type { SlotChangeFailure } from '@castellan/vault-core/slots/change-slots';
import type { CreateFailure } from '@castellan/vault-core/slots/create-vault';
import type { NewSlotFailure } from '@castellan/vault-core/slots/new-slot';
import type { RotationStartFailure } from '@castellan/vault-core/slots/rotate-vault-key';
import type { Slot } from '@castellan/vault-core/slots/slot';
import type { SlotSecret } from '@castellan/vault-core/slots/slot-secret';
import type { OpenFailure } from '@castellan/vault-core/slots/unlock';
import type { Strength } from '@castellan/vault-core/strength/strength-meter';
import type { MigrationStartFailure } from '@castellan/vault-core/version-one/migrate-version-one';
import type { WorkerClient, WorkerFailure, WorkerJob, JobContext as WorkerJobContext } from '../../../lib/workers/worker-job.ts';
import type { BackupJobs } from './vault-backup.ts';
import type { DraftKey, DraftsReport, SealedDraft } from './vault-drafts.ts';
import type { EntryContents } from './vault-entry.ts';
import type { RestoreOrder, RestoreStepFailure } from './vault-restore.ts';
import type { SelfTestReport, WayIn } from './vault-security.ts';
import type { EntryOriginChange, EntryPart, SendingTerms } from './vault-sending.ts';
import type { EntryForEdit, HeldInMemory } from './vault-state.ts';
import type { ExportedVault, ExportRequest, HealthReport, ImportPreview } from './vault-tools.ts';
import type {
  AcceptReport,
  ConflictFailure,
  CopyContent,
  ExportFailure,
  FoundedVault,
  ImportStep,
  LogVerdict,
  NotOpenFailure,
  OpenReport,
  OutOfReachFailure,
  PreparedChange,
  ReadAllFailure,
  RotationStep,
  RowsReport,
  StateOverride,
  UnacceptedFailure,
  UpgradeStep,
  WantedPasskey,
  WantedSlot,
  WorkEdit,
} from './work-shapes.ts';

/** Everything the vault's Worker can be asked for, by name: what it takes, what it gives, how it fails. */
export type VaultJobs = BackupJobs & {
  /** Opens a vault with what the owner presents. `accepted`: the owner’s confirmation that an older or other state is the one to go on from. */
  readonly open: Job<
    {
      readonly userId: string;
      readonly snapshot: unknown;
      readonly pin: VaultPin | undefined;
      /** What this device sent since, whose answer it did not see. */
      readonly sent: readonly VaultPin[];
      readonly secret: SlotSecret;
      readonly accepted: StateOverride | undefined;
      /** What this device keeps of the manifest. */
      readonly copies: readonly PartCopy[];
    },
    OpenReport,
    OpenFailure | UnacceptedFailure | { readonly code: 'snapshot_malformed' }
  >;
  /** Reads a newer snapshot under the keys that are open. */
  readonly reopen: Job<
    { readonly snapshot: unknown; readonly pin: VaultPin | undefined; readonly sent: readonly VaultPin[] },
    OpenReport,
    OpenFailure | UnacceptedFailure | NotOpenFailure | { readonly code: 'snapshot_malformed' }
  >;
  /** Opens what this device keeps of the vault, without the server. */
  readonly openCopy: Job<
    {
      readonly copy: DeviceCopy;
      readonly pin: VaultPin | undefined;
      readonly parts: readonly PartCopy[];
      readonly secret: SlotSecret;
    },
    OpenReport,
    CopyFailure
  >;
  /** What this device keeps of the open vault. `all`: every row, and not only those that were not read so before. */
  readonly readCopy: Job<{ readonly all: boolean }, CopyContent, NotOpenFailure>;
  /** The slot that the master opens on this device alone. */
  readonly makeDeviceSlot: Job<{ readonly master: string }, Slot, OpenFailure | NewSlotFailure | NotOpenFailure | OutOfReachFailure>;
  /** Makes a new vault with a master and a recovery key; it is open once its creation was accepted. `epoch`: what it starts at. */
  readonly create: Job<
    { readonly userId: string; readonly master: string; readonly epoch: number },
    FoundedVault,
    CreateFailure | OutOfReachFailure
  >;
  /** The vault that replaces the legacy product's rows, which were handed over before. */
  readonly beginUpgrade: Job<
    { readonly userId: string; readonly oldMaster: string; readonly newMaster: string },
    FoundedVault,
    MigrationStartFailure | OutOfReachFailure
  >;
  /** The next step of an upgrade, from the rows as they were last handed over; `oldMaster` in place of the one it began with. */
  readonly nextUpgradeStep: Job<{ readonly oldMaster: string | undefined }, UpgradeStep, EditFailure | NotOpenFailure | OutOfReachFailure>;
  /**
   * Takes rows and compares them with the manifest. `first` forgets which rows were there, `last` tells which are missing;
   * without either, the rows replace those of the same ids. `asked`: the ids they were asked for by; one that did not come and
   * is no longer listed was removed elsewhere, and is forgotten.
   */
  readonly takeRows: Job<
    { readonly rows: readonly unknown[]; readonly first: boolean; readonly last: boolean; readonly asked?: readonly string[] },
    RowsReport,
    never
  >;
  readonly readSecrets: Job<{ readonly id: string }, EntrySecrets, ReadFailure | NotOpenFailure>;
  /** What of one entry's secrets may be shown without being asked for. */
  readonly readContents: Job<{ readonly id: string }, EntryContents, ReadFailure | NotOpenFailure>;
  /** Where an entry's values may be sent, and the names of its own fields. Nothing secret is in it. */
  readonly sendingTerms: Job<{ readonly id: string }, SendingTerms, ReadFailure | NotOpenFailure | OutOfReachFailure>;
  /**
   * One value of an entry, for requests to these origins. `origin_not_allowed`: the owner has not allowed one of them;
   * `field_missing`: the entry has not exactly one field of that name.
   */
  readonly releaseValue: Job<
    { readonly id: string; readonly what: EntryPart; readonly origins: readonly string[] },
    string,
    ReadFailure | NotOpenFailure | OutOfReachFailure | { readonly code: 'origin_not_allowed' | 'field_missing' }
  >;
  /** Allows origins to entries, and takes them away, with one change. */
  readonly prepareOrigins: Job<readonly EntryOriginChange[], PreparedChange, EditFailure | NotOpenFailure | OutOfReachFailure>;
  /** The whole entry of one version, remembered as what an edit of it started from. */
  readonly readForEdit: Job<{ readonly id: string }, EntryForEdit, ReadFailure | NotOpenFailure>;
  /**
   * The icon of an entry's site as a `data:` address, `undefined` where it has none. `missing`: its row is not here yet;
   * `icon_unreadable`: what is there was not sealed for this entry, which is a finding from now on.
   */
  readonly readIcon: Job<
    { readonly id: string },
    string | undefined,
    NotOpenFailure | OutOfReachFailure | { readonly code: 'missing' | 'icon_unreadable' }
  >;
  /** Seals an icon into the entry, unless that has one already, or leads to another host than the icon is of. */
  readonly prepareIcon: Job<
    { readonly id: string; readonly host: string; readonly icon: Uint8Array },
    PreparedChange | undefined,
    ReadFailure | EditFailure | NotOpenFailure | OutOfReachFailure
  >;
  readonly prepareIconRemoval: Job<{ readonly id: string }, PreparedChange, ReadFailure | EditFailure | NotOpenFailure | OutOfReachFailure>;
  /** Seals edits as one change, merging by itself what was changed elsewhere where no field was changed twice. */
  readonly prepareEdits: Job<readonly WorkEdit[], PreparedChange, EditFailure | ConflictFailure | NotOpenFailure>;
  /** Empties what has been in the trash for 30 days; `undefined` where there is nothing. */
  readonly prepareTrash: Job<undefined, PreparedChange | undefined, EditFailure | NotOpenFailure>;
  /** Lists broken parts of the manifest again from the rows that open; `records`: those of all sealed collections. */
  readonly prepareRepair: Job<
    { readonly records: readonly RecordRow[]; readonly copies: readonly PartCopy[] },
    PreparedChange,
    EditFailure | NotOpenFailure | OutOfReachFailure
  >;
  /** The head that goes on from the state that the owner chose, and names the other. */
  readonly prepareJoin: Job<undefined, PreparedChange, EditFailure | NotOpenFailure | OutOfReachFailure>;
  readonly prepareMaster: Job<
    { readonly authority: SlotSecret; readonly master: string },
    PreparedChange,
    SlotChangeFailure | NotOpenFailure
  >;
  /** The same master under the cost that new vaults are given at least, where its slot asks less; no change otherwise. */
  readonly prepareStrongerCost: Job<
    Extract<SlotSecret, { kind: 'master' }>,
    PreparedChange | undefined,
    SlotChangeFailure | NotOpenFailure
  >;
  readonly prepareSlot: Job<
    { readonly authority: SlotSecret; readonly wanted: WantedSlot },
    PreparedChange,
    SlotChangeFailure | NotOpenFailure
  >;
  /** Without `authority` only a device goes, or what the vault does not list. */
  readonly prepareSlotRemoval: Job<
    { readonly slotId: string; readonly authority: SlotSecret | undefined },
    PreparedChange,
    SlotChangeFailure | NotOpenFailure
  >;
  /** Every way in, as the open vault has it. */
  readonly waysIn: Job<undefined, readonly Omit<WayIn, 'here'>[], NotOpenFailure>;
  /** Whether what was presented opens the vault's key. */
  readonly prove: Job<{ readonly authority: SlotSecret }, undefined, OpenFailure | NotOpenFailure>;
  /** The first write of a rotation: another key, a master, a fresh recovery key, the passkeys that are kept, and no other way in. */
  readonly beginRotation: Job<
    { readonly authority: SlotSecret; readonly master: string; readonly passkeys: readonly WantedPasskey[] },
    PreparedChange,
    RotationStartFailure | NotOpenFailure | OutOfReachFailure
  >;
  /** The next write of a rotation, from the rows as they were last handed over. */
  readonly nextRotationStep: Job<undefined, RotationStep, EditFailure | NotOpenFailure | OutOfReachFailure>;
  /** Wants no open vault. */
  readonly selfTest: Job<undefined, SelfTestReport, OutOfReachFailure>;
  /** Compares the log with the sealed checkpoint, and seals where it stands now; no change where that is sealed already. */
  readonly prepareCheckpoint: Job<
    {
      readonly hashAtCheckpoint: string | null;
      /** `null`: the log is empty; `undefined`: it gave no answer, and nothing is sealed. */
      readonly newest: LogCheckpoint | null | undefined;
      /** The owner’s confirmation that the log is to be gone on from as it is. */
      readonly isOverride: boolean;
    },
    { readonly verdict: LogVerdict; readonly change: PreparedChange | undefined },
    EditFailure | NotOpenFailure
  >;
  /** What is sealed of the log. */
  readonly checkpoint: Job<undefined, LogCheckpoint | undefined, NotOpenFailure>;
  /** Compares what a file of another program held, as `packImport` wrote it, with the vault; the plan is kept for `nextImportStep`. */
  readonly planImport: Job<
    { readonly packed: Uint8Array },
    ImportPreview,
    { readonly code: 'structure_unknown' } | ReadAllFailure | OutOfReachFailure
  >;
  /** The next batch of the import that was read last, or of its undoing. */
  readonly nextImportStep: Job<
    { readonly undo: boolean },
    ImportStep,
    EditFailure | NotOpenFailure | OutOfReachFailure | { readonly code: 'nothing_to_import' }
  >;
  /** One step of opening and restoring a file; what it answers follows from its kind (`RestoreAnswer`). */
  readonly restore: Job<RestoreOrder, unknown, RestoreStepFailure>;
  /** Drops the plan, and whatever is still being read for one. */
  readonly forgetImport: Job<undefined, void, never>;
  /** The edit of an entry was left: what it started from is dropped. */
  readonly forgetEdit: Job<{ readonly id: string }, void, never>;
  readonly held: Job<undefined, HeldInMemory, NotOpenFailure>;
  /** Wants what opens the vault's key once more, whatever the format. */
  readonly exportVault: Job<
    { readonly request: ExportRequest; readonly authority: SlotSecret },
    ExportedVault,
    ExportFailure | OutOfReachFailure
  >;
  readonly checkHealth: Job<undefined, HealthReport, ReadAllFailure | OutOfReachFailure>;
  /**
   * What a breach service has to be asked, five characters of a hash a question, each once. The hashes stay in the Worker until
   * the check is finished.
   */
  readonly planBreachCheck: Job<
    undefined,
    { readonly prefixes: readonly string[]; readonly left: number },
    ReadAllFailure | OutOfReachFailure
  >;
  /** Looks for the vault's passwords in a service's answer. */
  readonly searchBreachRange: Job<
    { readonly prefix: string; readonly range: string },
    undefined,
    NotOpenFailure | OutOfReachFailure | { readonly code: 'range_not_readable' }
  >;
  /** What was found, and the end of the check: the hashes are forgotten. */
  readonly finishBreachCheck: Job<
    undefined,
    readonly { readonly id: string; readonly count: number }[],
    NotOpenFailure | OutOfReachFailure
  >;
  /** Wants no open vault: a new master is checked before there is one. */
  readonly estimateStrength: Job<{ readonly password: string }, Strength, OutOfReachFailure>;
  /** Seals what other apps' records wait with in this browser, all or none. */
  readonly sealRecords: Job<
    readonly { readonly place: RecordPlace & { readonly class: 'change' }; readonly fields: RecordFields }[],
    readonly string[],
    RecordSealFailure | NotOpenFailure
  >;
  /** Opens records of other apps, each for itself, in the present schema of their collection. */
  readonly openRecords: Job<
    readonly { readonly place: RecordPlace; readonly text: string }[],
    readonly Result<RecordFields, RecordOpenFailure | UpgradeFailure>[],
    NotOpenFailure | { readonly code: 'locked' }
  >;
  /** Seals records of other apps as one change that lists them, and drops listings. */
  readonly prepareRecords: Job<
    { readonly records: readonly RecordDraft[]; readonly unlist: readonly RecordName[] },
    PreparedChange,
    RecordSaveFailure | NotOpenFailure
  >;
  /** Compares all rows of a collection with the manifest. */
  readonly verifyRecords: Job<{ readonly collection: string; readonly rows: readonly ShownRecord[] }, VerifiedRecords, NotOpenFailure>;
  /** Has the manifest list what opens of all rows of all sealed collections, where it never listed records; no change where it does. */
  readonly adoptRecords: Job<
    readonly RecordRow[],
    { readonly prepared: PreparedChange; readonly adopted: number } | undefined,
    RecordSaveFailure | NotOpenFailure
  >;
  /**
   * Seals those rows again that are under another key than the present, as many as fit one change; none where none is left. Then `held`
   * are those that were not read back under it.
   */
  readonly resealRecords: Job<
    readonly KeptRow[],
    { readonly prepared: PreparedChange | undefined; readonly held: readonly HeldRecord[] },
    RecordSaveFailure | NotOpenFailure | OutOfReachFailure
  >;
  /** Those of the rows that are not as the manifest lists them, or open under no key of this vault. */
  readonly readBackRecords: Job<
    readonly KeptRow[],
    readonly HeldRecord[],
    NotOpenFailure | OutOfReachFailure | { readonly code: 'locked' }
  >;
  /** What kept texts of records are, in their order. */
  readonly readKept: Job<KeptRecords, readonly KeptReading[], NotOpenFailure | OutOfReachFailure | { readonly code: 'locked' }>;
  /**
   * Brings records back as kept texts have them; no change where they hold that already. `opened`: records of which a text opens;
   * `left` wait for the next change.
   */
  readonly prepareKept: Job<
    KeptRecords,
    {
      readonly prepared: PreparedChange | undefined;
      readonly opened: readonly string[];
      readonly brought: number;
      readonly left: number;
    },
    RecordSaveFailure | NotOpenFailure | OutOfReachFailure
  >;
  /** What removed rows call themselves, in their order; `undefined` for one that does not open. */
  readonly nameRemoved: Job<
    readonly unknown[],
    readonly ({ readonly title: string; readonly username: string } | undefined)[],
    NotOpenFailure
  >;
  /** Opens the drafts of this device and says what the next are sealed to; `undefined` where only the details are open. */
  readonly openDrafts: Job<
    { readonly kept: DraftKey | undefined; readonly sealed: readonly SealedDraft[] },
    DraftsReport | undefined,
    NotOpenFailure
  >;
  readonly report: Job<undefined, OpenReport, NotOpenFailure>;
  /** The server took what was prepared last: it is the vault's state from now on. */
  readonly accept: Job<undefined, AcceptReport, NotOpenFailure>;
};

type Job<Input, Value, Failure extends { readonly code: string }> = WorkerJob<Input, Value, Failure>;

export type JobName = keyof VaultJobs;
export type JobInput<Name extends JobName> = VaultJobs[Name]['input'];
export type JobFailure<Name extends JobName> = VaultJobs[Name]['failure'];
export type JobResult<Name extends JobName> = Result<VaultJobs[Name]['value'], VaultJobs[Name]['failure']>;

/** What a job may say and ask while it runs. */
export type JobContext = Pick<WorkerJobContext<VaultJobs[JobName]['progress']>, 'progress' | 'isCancelled'>;

/** Does the jobs; lives in the Worker, and in tests beside the store. */
export type VaultJobHandlers = {
  readonly [Name in JobName]: (input: JobInput<Name>, context: JobContext) => Promise<JobResult<Name>>;
};

/** `ended`: the Worker was ended meanwhile, as by a lock. `worker_failed`: it could not be loaded, or has a fault. */
export type ClientFailure = WorkerFailure;

/** The page's end of the Worker. */
export type VaultClient = WorkerClient<VaultJobs>;
