import { fail, type Result, succeed } from '@castellan/foundation/result';
import { checkCost } from '@castellan/vault-core/crypto/argon2id';
import { emptyTrash } from '@castellan/vault-core/entries/edit-entries';
import type { Commit } from '@castellan/vault-core/manifest/change';
import { addSlot, changeMaster, renewRecoveryKey } from '@castellan/vault-core/slots/change-slots';
import { maxEstimatedCharacters } from '@castellan/vault-core/strength/strength-meter';
import { backupTable } from '../backup/backup-table.ts';
import type { JobEntry } from '../contract/job-entry.ts';
import type { JobName } from '../contract/vault-work.ts';
import type { PreparedChange } from '../contract/work-shapes.ts';
import { openDrafts } from '../drafts/open-drafts.ts';
import { acceptPrepared } from './accept-prepared.ts';
import { openSnapshot, reopenSnapshot } from './admit-vault.ts';
import { copyOf, openKept } from './copy-jobs.ts';
import { prepareEdits } from './edit-jobs.ts';
import { forgetRemoved, forgetRow, markMissing, parseRows, rowsReport, verifyHeldRows } from './held-rows.ts';
import { readContents, readForEdit, readListedSecrets } from './read-listed.ts';
import { openRecords, prepareAdoption, prepareRecords, sealRecords, verifyShown } from './records/record-jobs.ts';
import { nameRemoved } from './records/removed-jobs.ts';
import { prepareCheckpoint, prepareSlotRemoval, prove, waysIn } from './security-jobs.ts';
import { forgetEdit, forgetImport, heldNow } from './worker-memory.ts';
import { hold, reportOf, type WorkerState } from './worker-state.ts';

const outOfReach = fail({ code: 'tool_out_of_reach' });

// Fetched when first used, so that the list opens without them: what looks through the whole vault, makes one or converts an older, changes
// its key, mends its manifest, reads icons, brings removed records back, reads and writes other programs' files, or knows published vectors.
const loadHealth = () => import('./health-jobs.ts').catch(() => undefined);
const loadBreaches = () => import('./breach-jobs.ts').catch(() => undefined);
const loadIcons = () => import('./icon-jobs.ts').catch(() => undefined);
const loadKept = () => import('./records/kept-jobs.ts').catch(() => undefined);
const loadRepair = () => import('./repair-jobs.ts').catch(() => undefined);
const loadRotation = () => import('./rotation-jobs.ts').catch(() => undefined);
const loadUpgrade = () => import('./upgrade-jobs.ts').catch(() => undefined);
const loadImporter = () => import('./import-jobs.ts').catch(() => undefined);
const loadRestore = () => import('./records/restore-jobs.ts').catch(() => undefined);
const loadExporter = () => import('./export-jobs.ts').catch(() => undefined);
const loadSending = () => import('../entries/release-value.ts').catch(() => undefined);
// Opening the copy wants no part that would have to be fetched; making the slot for it is done while the server answers.
const loadDeviceSlot = () => import('@castellan/vault-core/offline/device-slot').catch(() => undefined);
const loadSelfTest = () => import('./self-test-job.ts').catch(() => undefined);

/** Keeps what was prepared until the server has taken it. */
function held<Failure extends { readonly code: string }>(
  state: WorkerState,
  commit: Result<Commit, Failure>,
): Result<PreparedChange, Failure> {
  return commit.ok ? succeed(hold(state, commit.value)) : commit;
}

/** Every job that the Worker does. */
export const jobTable: { readonly [Name in JobName]: JobEntry<Name> } = {
  // Opening and founding.
  open: { queue: true, needsOpen: false, run: ({ ports, state }, input) => openSnapshot(ports, state, input) },
  reopen: { queue: true, needsOpen: true, run: ({ ports, state }, vault, input) => reopenSnapshot(ports, state, vault, input) },
  openCopy: { queue: true, needsOpen: false, run: ({ ports, state }, input) => openKept(ports, state, input) },
  readCopy: { queue: true, needsOpen: true, run: async ({ state }, vault, input) => copyOf(state, vault, input) },
  makeDeviceSlot: {
    queue: true,
    needsOpen: true,
    run: async ({ ports }, vault, { master }) => (await loadDeviceSlot())?.makeDeviceSlot(ports, vault, master) ?? outOfReach,
  },
  create: {
    queue: true,
    needsOpen: false,
    run: async ({ ports, state, costs }, { userId, master, epoch }, { progress }) => {
      const cost = await costs.find(undefined, progress);
      if (!cost.ok) return cost;
      return (await loadUpgrade())?.createEmpty(ports, state, { userId, master, cost: cost.value, epoch }) ?? outOfReach;
    },
  },
  beginUpgrade: {
    queue: true,
    needsOpen: false,
    run: async ({ ports, state, costs }, { userId, oldMaster, newMaster }, { progress }) => {
      const cost = await costs.find(undefined, progress);
      if (!cost.ok) return cost;
      const upgrade = await loadUpgrade();
      return upgrade?.beginUpgrade(ports, state, { userId, oldMaster, newMaster, cost: cost.value }) ?? outOfReach;
    },
  },
  nextUpgradeStep: {
    queue: true,
    needsOpen: true,
    run: async ({ ports, state }, vault, { oldMaster }) => (await loadUpgrade())?.upgradeStep(ports, state, vault, oldMaster) ?? outOfReach,
  },
  report: { queue: true, needsOpen: true, run: async ({ state }, vault) => succeed(reportOf(state, vault)) },
  accept: { queue: true, needsOpen: false, run: ({ ports, state }) => acceptPrepared(ports, state) },

  // Entries.
  takeRows: {
    queue: true,
    needsOpen: false,
    run: async ({ ports, state }, { rows, first, last, asked = [] }) => {
      if (first) for (const id of [...state.rows.keys()]) forgetRow(state, id);
      const came = parseRows(rows);
      forgetRemoved(state, asked, came);
      await verifyHeldRows(ports, state, came);
      if (last) markMissing(state);
      return succeed(rowsReport(state));
    },
  },
  readSecrets: { queue: true, needsOpen: true, run: ({ ports, state }, vault, { id }) => readListedSecrets(ports, state, vault, id) },
  readContents: { queue: true, needsOpen: true, run: ({ ports, state }, vault, { id }) => readContents(ports, state, vault, id) },
  readForEdit: { queue: true, needsOpen: true, run: ({ ports, state }, vault, { id }) => readForEdit(ports, state, vault, id) },
  sendingTerms: {
    queue: true,
    needsOpen: true,
    run: async ({ ports, state }, vault, { id }) => (await loadSending())?.sendingTerms(ports, state, vault, id) ?? outOfReach,
  },
  releaseValue: {
    queue: true,
    needsOpen: true,
    run: async ({ ports, state }, vault, wanted) => (await loadSending())?.releaseValue(ports, state, vault, wanted) ?? outOfReach,
  },
  prepareOrigins: {
    queue: true,
    needsOpen: true,
    run: async ({ ports, state }, vault, changes) => (await loadSending())?.prepareOrigins(ports, state, vault, changes) ?? outOfReach,
  },
  forgetEdit: { queue: false, needsOpen: false, run: async ({ state }, { id }) => succeed(forgetEdit(state, id)) },
  prepareEdits: { queue: true, needsOpen: true, run: ({ ports, state }, vault, edits) => prepareEdits(ports, state, vault, edits) },
  readIcon: {
    queue: false,
    needsOpen: true,
    run: async ({ ports, state }, vault, { id }) => (await loadIcons())?.readIcon(ports, state, vault, id) ?? outOfReach,
  },
  prepareIcon: {
    queue: true,
    needsOpen: true,
    run: async ({ ports, state }, vault, wanted) => (await loadIcons())?.prepareIcon(ports, state, vault, wanted) ?? outOfReach,
  },
  prepareIconRemoval: {
    queue: true,
    needsOpen: true,
    run: async ({ ports, state }, vault, wanted) => (await loadIcons())?.prepareIconRemoval(ports, state, vault, wanted) ?? outOfReach,
  },
  prepareTrash: {
    queue: true,
    needsOpen: true,
    run: async ({ ports, state }, vault) => {
      const commit = await emptyTrash(ports, vault);
      return commit === undefined ? succeed(undefined) : held(state, commit);
    },
  },
  prepareRepair: {
    queue: true,
    needsOpen: true,
    run: async ({ ports, state }, vault, input) => (await loadRepair())?.prepareRepair(ports, state, vault, input) ?? outOfReach,
  },
  prepareJoin: {
    queue: true,
    needsOpen: true,
    run: async ({ ports, state }, vault) => {
      const states = await import('@castellan/vault-core/manifest/restore-state').catch(() => undefined);
      return states === undefined ? outOfReach : held(state, await states.joinStates(ports, vault));
    },
  },

  // Ways to open the vault.
  prepareMaster: {
    queue: true,
    needsOpen: true,
    run: async ({ ports, state, costs }, vault, { authority, master }, { progress }) => {
      const cost = await costs.find(vault.head?.strongest, progress);
      return cost.ok ? held(state, await changeMaster(ports, vault, authority, master, cost.value)) : cost;
    },
  },
  prepareStrongerCost: {
    queue: true,
    needsOpen: true,
    run: async ({ ports, state, costs, minCost }, vault, authority, { progress }) => {
      const slot = vault.slots.find(({ kind }) => kind === 'master');
      if (slot?.kind !== 'master' || checkCost(slot.parameters, minCost).ok) return succeed(undefined);
      const cost = await costs.find(vault.head?.strongest, progress);
      return cost.ok ? held(state, await changeMaster(ports, vault, authority, authority.master, cost.value)) : cost;
    },
  },
  prepareSlot: {
    queue: true,
    needsOpen: true,
    run: async ({ ports, state }, vault, { authority, wanted }) =>
      held(
        state,
        await (wanted.kind === 'recovery' ? renewRecoveryKey(ports, vault, authority) : addSlot(ports, vault, authority, wanted)),
      ),
  },
  prepareSlotRemoval: {
    queue: true,
    needsOpen: true,
    run: ({ ports, state }, vault, wanted) => prepareSlotRemoval(ports, state, vault, wanted),
  },
  waysIn: { queue: true, needsOpen: true, run: async (_, vault) => succeed(waysIn(vault)) },
  prove: { queue: true, needsOpen: true, run: ({ ports }, vault, { authority }) => prove(ports, vault, authority) },
  beginRotation: {
    queue: true,
    needsOpen: true,
    run: async ({ ports, state, costs }, vault, wanted, { progress }) => {
      const cost = await costs.find(vault.head?.strongest, progress);
      if (!cost.ok) return cost;
      return (await loadRotation())?.startRotation(ports, state, vault, wanted, cost.value) ?? outOfReach;
    },
  },
  nextRotationStep: {
    queue: true,
    needsOpen: true,
    run: async ({ ports, state }, vault) => (await loadRotation())?.rotationStep(ports, state, vault) ?? outOfReach,
  },

  // The activity log's checkpoint.
  prepareCheckpoint: { queue: true, needsOpen: true, run: ({ ports, state }, vault, log) => prepareCheckpoint(ports, state, vault, log) },
  checkpoint: { queue: true, needsOpen: true, run: async (_, vault) => succeed(vault.head?.checkpoint ?? undefined) },

  // Records of other apps.
  sealRecords: { queue: false, needsOpen: true, run: ({ ports, tools }, vault, records) => sealRecords(ports, tools, vault, records) },
  openRecords: { queue: false, needsOpen: true, run: ({ ports, tools }, vault, records) => openRecords(ports, tools, vault, records) },
  verifyRecords: { queue: false, needsOpen: true, run: ({ ports }, vault, shown) => verifyShown(ports, vault, shown) },
  prepareRecords: { queue: true, needsOpen: true, run: (work, vault, wanted) => prepareRecords(work, vault, wanted) },
  adoptRecords: { queue: true, needsOpen: true, run: ({ ports, state }, vault, rows) => prepareAdoption(ports, state, vault, rows) },
  resealRecords: {
    queue: true,
    needsOpen: true,
    run: async ({ ports, state }, vault, rows) => (await loadRotation())?.prepareResealing(ports, state, vault, rows) ?? outOfReach,
  },
  readBackRecords: {
    queue: true,
    needsOpen: true,
    run: async ({ ports }, vault, rows) => (await loadRotation())?.readBack(ports, vault, rows) ?? outOfReach,
  },
  readKept: {
    queue: false,
    needsOpen: true,
    run: async ({ ports, tools }, vault, records) => (await loadKept())?.readKeptTexts(ports, tools, vault, records) ?? outOfReach,
  },
  prepareKept: {
    queue: true,
    needsOpen: true,
    run: async (work, vault, records) => (await loadKept())?.prepareKept(work, vault, records) ?? outOfReach,
  },

  nameRemoved: { queue: true, needsOpen: true, run: async ({ ports }, vault, rows) => succeed(await nameRemoved(ports, vault, rows)) },
  openDrafts: {
    queue: true,
    needsOpen: true,
    run: async ({ ports }, vault, { kept, sealed }) => succeed(await openDrafts(ports, vault, kept, sealed)),
  },

  // Tools over the whole vault.
  planImport: {
    queue: false,
    needsOpen: true,
    run: async ({ ports, state }, vault, { packed }, context) =>
      (await loadImporter())?.planImport(ports, state, vault, packed, context) ?? outOfReach,
  },
  nextImportStep: {
    queue: true,
    needsOpen: true,
    run: async ({ ports, state }, vault, { undo }) => (await loadImporter())?.nextImportStep(ports, state, vault, undo) ?? outOfReach,
  },
  restore: {
    queue: false,
    needsOpen: false,
    run: async (work, order, context) => (await loadRestore())?.restoreStep(work, order, context) ?? outOfReach,
  },
  forgetImport: { queue: false, needsOpen: false, run: async ({ state }) => succeed(forgetImport(state)) },
  exportVault: {
    queue: false,
    needsOpen: true,
    run: async ({ ports, tools, state }, vault, request, context) =>
      (await loadExporter())?.exportVault(ports, tools, state, vault, request, context) ?? outOfReach,
  },
  checkHealth: {
    queue: false,
    needsOpen: true,
    run: async ({ ports, tools, state }, vault, _, context) =>
      (await loadHealth())?.checkHealth(ports, tools, state, vault, context) ?? outOfReach,
  },
  planBreachCheck: {
    queue: false,
    needsOpen: true,
    run: async ({ ports, tools, state }, vault, _, context) =>
      (await loadBreaches())?.planBreachCheck(ports, tools, state, vault, context) ?? outOfReach,
  },
  searchBreachRange: {
    queue: false,
    needsOpen: false,
    run: async ({ state }, { prefix, range }) => (await loadBreaches())?.searchBreachRange(state, prefix, range) ?? outOfReach,
  },
  finishBreachCheck: {
    queue: false,
    needsOpen: false,
    run: async ({ state }) => (await loadBreaches())?.finishBreachCheck(state) ?? outOfReach,
  },
  ...backupTable,
  held: { queue: false, needsOpen: true, run: async ({ state }, vault) => succeed(heldNow(state, vault)) },
  selfTest: {
    queue: false,
    needsOpen: false,
    run: async ({ ports, state }) => {
      const tester = await loadSelfTest();
      return tester === undefined ? outOfReach : succeed(await tester.selfTest(ports, state.vault));
    },
  },
  estimateStrength: {
    queue: false,
    needsOpen: false,
    run: async ({ tools }, { password }) => {
      const strength = await tools.loadStrength().catch(() => undefined);
      return strength === undefined ? outOfReach : succeed(strength.estimate(password.slice(0, maxEstimatedCharacters)));
    },
  },
};
