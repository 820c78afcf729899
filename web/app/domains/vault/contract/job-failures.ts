import type { OpenBackupFailure } from '@castellan/vault-core/backup/open-backup';
import type { EditFailure } from '@castellan/vault-core/entries/edit-entries';
import type { ReadFailure } from '@castellan/vault-core/entries/read-entry';
import type { CommitFailure } from '@castellan/vault-core/manifest/change';
import type { RecordSaveFailure } from '@castellan/vault-core/records/save-records';
import type { CreateFailure } from '@castellan/vault-core/slots/create-vault';
import type { OpenFailure } from '@castellan/vault-core/slots/unlock';
import type { FailureCodes } from '../../../lib/workers/worker-job.ts';
import { declaredIn } from '../../../lib/workers/worker-job-client.ts';
import type { VaultJobs } from './vault-work.ts';

/** Every code of a failure type. The compiler refuses a code that is missing, and one that the type does not have. */
type Codes<Failure extends { readonly code: string }> = Readonly<Record<Failure['code'], true>>;

const notOpen = { not_open: true } as const;
const outOfReach = { tool_out_of_reach: true } as const;
const create: Codes<CreateFailure> = {
  absurd: true,
  derivation_failed: true,
  no_slot: true,
  share_malformed: true,
  slot_malformed: true,
  too_weak: true,
  weaker_than_before: true,
};
const open: Codes<OpenFailure> = {
  ...create,
  damaged: true,
  head_lost: true,
  key_changed: true,
  key_mismatch: true,
  key_superseded: true,
  no_vault: true,
  recovery_key_malformed: true,
  slots_changed: true,
  too_many_slots: true,
  unknown_version: true,
  vault_missing: true,
  wrong_key: true,
};
const header = { absurd: true, not_a_backup: true } as const;
const openFile: Codes<OpenBackupFailure> = { ...open, ...header, wants_key: true, wants_passphrase: true, wrong_passphrase: true };
const commit: Codes<CommitFailure> = {
  epoch_raised: true,
  manifest_unreadable: true,
  shard_unverified: true,
  unaccepted_state: true,
};
const changeSlots = { ...open, ...commit, ...notOpen, last_slot: true } as const;
const read: Codes<ReadFailure> = {
  altered: true,
  locked: true,
  malformed: true,
  missing: true,
  planted_v1: true,
  relabelled: true,
  stale: true,
  unknown_key: true,
  unknown_version: true,
  unlisted: true,
  unreadable: true,
};
const edit: Codes<EditFailure> = {
  ...commit,
  ...read,
  entry_invalid: true,
  entry_too_large: true,
  id_taken: true,
  twice_in_batch: true,
};
const editOpen = { ...edit, ...notOpen } as const;
const readAll = { ...notOpen, cancelled: true, locked: true, rows_unread: true } as const;
const sealRecords = { ...notOpen, locked: true, record_invalid: true, record_too_large: true } as const;
const saveRecords: Codes<RecordSaveFailure> & typeof notOpen = { ...sealRecords, ...commit, not_as_listed: true };

/** The codes that each job may fail with, for the check of what a Worker answers. */
const declared: FailureCodes<VaultJobs> = {
  open: { ...open, snapshot_malformed: true, unaccepted: true },
  reopen: { ...open, ...notOpen, snapshot_malformed: true, unaccepted: true },
  openCopy: { ...open, no_copy: true, copy_behind: true },
  readCopy: notOpen,
  makeDeviceSlot: { ...open, ...notOpen, ...outOfReach },
  create: { ...create, ...outOfReach },
  beginUpgrade: { ...create, ...outOfReach, not_v1: true, same_master: true, wrong_v1_master: true },
  nextUpgradeStep: { ...editOpen, ...outOfReach },
  takeRows: {},
  readSecrets: { ...read, ...notOpen },
  readContents: { ...read, ...notOpen },
  sendingTerms: { ...read, ...notOpen, ...outOfReach },
  releaseValue: { ...read, ...notOpen, ...outOfReach, origin_not_allowed: true, field_missing: true },
  prepareOrigins: { ...editOpen, ...outOfReach },
  readForEdit: { ...read, ...notOpen },
  readIcon: { ...notOpen, ...outOfReach, icon_unreadable: true, missing: true },
  prepareIcon: { ...editOpen, ...outOfReach },
  prepareIconRemoval: { ...editOpen, ...outOfReach },
  prepareEdits: { ...editOpen, conflict: true },
  prepareTrash: editOpen,
  prepareRepair: { ...editOpen, ...outOfReach },
  prepareJoin: { ...editOpen, ...outOfReach },
  prepareMaster: changeSlots,
  prepareStrongerCost: changeSlots,
  prepareSlot: changeSlots,
  prepareSlotRemoval: changeSlots,
  waysIn: notOpen,
  prove: { ...open, ...notOpen },
  beginRotation: { ...open, ...commit, ...notOpen, ...outOfReach, migration_running: true, rotation_running: true, salt_reused: true },
  nextRotationStep: { ...editOpen, ...outOfReach },
  selfTest: outOfReach,
  prepareCheckpoint: editOpen,
  checkpoint: notOpen,
  planImport: { ...readAll, ...outOfReach, structure_unknown: true },
  nextImportStep: { ...editOpen, ...outOfReach, nothing_to_import: true },
  restore: {
    ...open,
    ...readAll,
    ...outOfReach,
    backup_closed: true,
    vault_unreadable: true,
  },
  forgetImport: {},
  forgetEdit: {},
  held: notOpen,
  exportVault: {
    ...readAll,
    ...outOfReach,
    derivation_failed: true,
    export_too_large: true,
    library_not_inlinable: true,
    password_too_short: true,
    proof_refused: true,
  },
  beginBackup: {
    ...create,
    ...notOpen,
    ...outOfReach,
    key_superseded: true,
    not_whole: true,
    passphrase_weak: true,
    proof_refused: true,
    snapshot_malformed: true,
    unaccepted_state: true,
    vault_missing: true,
  },
  sealBackup: { ...notOpen, no_backup: true },
  checkBackup: { ...notOpen, no_backup: true },
  outlineBackup: { ...header, ...outOfReach },
  openBackup: { ...openFile, ...outOfReach },
  makeDecryptor: { ...outOfReach, library_not_inlinable: true },
  readBackup: { backup_damaged: true, no_backup: true },
  checkHealth: { ...readAll, ...outOfReach },
  planBreachCheck: { ...readAll, ...outOfReach },
  searchBreachRange: { ...notOpen, ...outOfReach, range_not_readable: true },
  finishBreachCheck: { ...notOpen, ...outOfReach },
  estimateStrength: outOfReach,
  sealRecords,
  openRecords: { ...notOpen, locked: true },
  prepareRecords: saveRecords,
  verifyRecords: notOpen,
  adoptRecords: saveRecords,
  resealRecords: { ...saveRecords, ...outOfReach },
  readBackRecords: { ...notOpen, ...outOfReach, locked: true },
  readKept: { ...notOpen, ...outOfReach, locked: true },
  prepareKept: { ...saveRecords, ...outOfReach },
  nameRemoved: notOpen,
  openDrafts: notOpen,
  report: notOpen,
  accept: notOpen,
};

/** Whether a job's type declares this code: one that it does not means that page and Worker are of two builds, or a fault. */
export const declaresFailure = declaredIn<VaultJobs>(declared);
