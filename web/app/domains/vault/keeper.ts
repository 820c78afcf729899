import { fail, type Result, succeed } from '@castellan/foundation/result';
import { checkCost, guardArgon2id, leastNewCost, strongerCost } from '@castellan/vault-core/argon2id';
import { calibrate } from '@castellan/vault-core/calibration';
import { addSlot, changeMaster, removeSlot, renewRecoveryKey } from '@castellan/vault-core/change-slots';
import { type CreatedVault, createVault } from '@castellan/vault-core/create-vault';
import { emptyTrash } from '@castellan/vault-core/edit-entries';
import { wantsOwnersWord } from '@castellan/vault-core/finding';
import { beginMigration, nextMigrationStep } from '@castellan/vault-core/migrate-version-one';
import { acceptRestoredEpoch, type OpenVault, pinOf } from '@castellan/vault-core/open-vault';
import type { Argon2idCost, VaultPorts } from '@castellan/vault-core/ports';
import { listedEntry, readEntry, readSecrets } from '@castellan/vault-core/read-entry';
import { rebuildManifest } from '@castellan/vault-core/rebuild-manifest';
import { parseSnapshot } from '@castellan/vault-core/snapshot';
import { mostJudgedCharacters } from '@castellan/vault-core/strength/strength-meter';
import { openVault, reopenVault } from '@castellan/vault-core/unlock';
import { finishBreachCheck, judgeBreachRange, planBreachCheck } from './keeper-breaches.ts';
import { baseName, prepareEdits } from './keeper-edits.ts';
import { checkHealth } from './keeper-health.ts';
import { prepareIcon, prepareIconRemoval, readIcon } from './keeper-icons.ts';
import { forgetEdit, forgetImport, heldNow } from './keeper-memory.ts';
import { judgeShown, openRecords, prepareAdoption, prepareRecords, prepareResealing, sealRecords } from './keeper-records.ts';
import { rotationStep, startRotation } from './keeper-rotation.ts';
import { forgetRow, judgeAgain, judgeRows, markMissing, olderTitle, parseRows, rowsReport } from './keeper-rows.ts';
import { notOpen, prepareCheckpoint, prove, waysIn } from './keeper-security.ts';
import { emptyKeeper, findingOf, hold, itemOf, type KeeperState, reportOf } from './keeper-state.ts';
import { type KeeperTools, platformTools } from './keeper-tools.ts';
import type {
  AcceptReport,
  FoundedVault,
  JobResult,
  OpenReport,
  OwnersWord,
  UnacceptedFailure,
  UpgradeStep,
  VaultKeeper,
} from './vault-work.ts';

/**
 * Holds the open vault and does what is asked of it, one job after the other. Nothing of it leaves but what a job's answer
 * names: details for the list, one entry's secrets, ciphertext to be sent. `leastCost`: what a guess at a master costs at least.
 */
export function createKeeper(ports: VaultPorts, tools: KeeperTools = platformTools, leastCost: Argon2idCost = leastNewCost): VaultKeeper {
  const state = emptyKeeper();
  const costs = new CostFinder(ports, leastCost);
  const queued = inTurn({
    open: async ({ userId, snapshot, pin, secret, accepted }) => {
      const parsed = parseSnapshot(snapshot);
      if (!parsed.ok) return parsed;
      const opened = await openVault(ports, userId, parsed.value, pin, secret);
      return opened.ok ? admit(ports, state, opened.value, accepted) : opened;
    },
    reopen: async ({ snapshot, pin }) => {
      if (state.vault === undefined) return fail({ code: 'not_open' });
      const parsed = parseSnapshot(snapshot);
      if (!parsed.ok) return parsed;
      const opened = await reopenVault(ports, state.vault, parsed.value, pin);
      return opened.ok ? admit(ports, state, opened.value, undefined) : opened;
    },
    create: async ({ userId, master, epoch }, { progress }) => {
      const cost = await costs.find(undefined, progress);
      if (!cost.ok) return cost;
      return found(state, await createVault(ports, userId, [{ kind: 'master', master, cost: cost.value }, { kind: 'recovery' }], epoch));
    },
    beginUpgrade: async ({ userId, oldMaster, newMaster }, { progress }) => {
      const cost = await costs.find(undefined, progress);
      if (!cost.ok) return cost;
      const slots = [{ kind: 'master', master: newMaster, cost: cost.value } as const, { kind: 'recovery' } as const];
      return found(state, await beginMigration(ports, userId, [...state.rows.values()], oldMaster, slots));
    },
    nextUpgradeStep: async ({ oldMaster }) => (state.vault === undefined ? notOpen : upgradeStep(ports, state, state.vault, oldMaster)),
    takeRows: async ({ rows, first, last }) => {
      if (first) for (const id of [...state.rows.keys()]) forgetRow(state, id);
      await judgeRows(ports, state, parseRows(rows));
      if (last) markMissing(state);
      return succeed(rowsReport(state));
    },
    readSecrets: async ({ id }) => {
      const row = state.rows.get(id);
      if (state.vault === undefined) return notOpen;
      if (row === undefined) return fail({ code: 'missing' });
      return readSecrets(ports, state.vault, row, { verified: state.verified });
    },
    readForEdit: async ({ id }) => {
      const row = state.rows.get(id);
      if (state.vault === undefined) return notOpen;
      if (row === undefined) return fail({ code: 'missing' });
      const entry = await readEntry(ports, state.vault, row, { verified: state.verified });
      if (!entry.ok) return entry;
      const { details, secrets, version } = entry.value;
      state.bases.set(baseName(id, version), { details, secrets });
      return succeed({ details, secrets, version });
    },
    prepareEdits: async (edits) => (state.vault === undefined ? notOpen : prepareEdits(ports, state, state.vault, edits)),
    prepareIcon: async (wanted) => (state.vault === undefined ? notOpen : prepareIcon(ports, state, state.vault, wanted)),
    prepareIconRemoval: async (wanted) => (state.vault === undefined ? notOpen : prepareIconRemoval(ports, state, state.vault, wanted)),
    prepareTrash: async () => {
      if (state.vault === undefined) return notOpen;
      const commit = await emptyTrash(ports, state.vault);
      if (commit === undefined) return succeed(undefined);
      return commit.ok ? succeed(hold(state, commit.value)) : commit;
    },
    prepareRepair: async ({ records }) => {
      if (state.vault === undefined) return notOpen;
      const commit = await rebuildManifest(ports, state.vault, [...state.rows.values()], records);
      return commit.ok ? succeed(hold(state, commit.value)) : commit;
    },
    prepareMaster: async ({ authority, master }, { progress }) => {
      if (state.vault === undefined) return notOpen;
      const cost = await costs.find(state.vault.head?.strongest, progress);
      if (!cost.ok) return cost;
      const commit = await changeMaster(ports, state.vault, authority, master, cost.value);
      return commit.ok ? succeed(hold(state, commit.value)) : commit;
    },
    prepareStrongerCost: async (authority, { progress }) => {
      if (state.vault === undefined) return notOpen;
      const slot = state.vault.slots.find(({ kind }) => kind === 'master');
      if (slot?.kind !== 'master' || checkCost(slot.parameters, leastCost).ok) return succeed(undefined);
      const cost = await costs.find(state.vault.head?.strongest, progress);
      if (!cost.ok) return cost;
      const commit = await changeMaster(ports, state.vault, authority, authority.master, cost.value);
      return commit.ok ? succeed(hold(state, commit.value)) : commit;
    },
    prepareSlot: async ({ authority, wanted }) => {
      if (state.vault === undefined) return notOpen;
      const renew = wanted.kind === 'recovery';
      const commit = renew ? await renewRecoveryKey(ports, state.vault, authority) : await addSlot(ports, state.vault, authority, wanted);
      return commit.ok ? succeed(hold(state, commit.value)) : commit;
    },
    prepareSlotRemoval: async ({ slotId }) => {
      if (state.vault === undefined) return notOpen;
      const commit = await removeSlot(ports, state.vault, slotId);
      return commit.ok ? succeed(hold(state, commit.value)) : commit;
    },
    waysIn: async () => (state.vault === undefined ? notOpen : succeed(waysIn(state.vault))),
    prove: async ({ authority }) => (state.vault === undefined ? notOpen : prove(ports, state.vault, authority)),
    beginRotation: async (wanted, { progress }) => {
      if (state.vault === undefined) return notOpen;
      const cost = await costs.find(state.vault.head?.strongest, progress);
      return cost.ok ? startRotation(ports, state, state.vault, wanted, cost.value) : cost;
    },
    nextRotationStep: async () => (state.vault === undefined ? notOpen : rotationStep(ports, state, state.vault)),
    prepareCheckpoint: async (log) => (state.vault === undefined ? notOpen : prepareCheckpoint(ports, state, state.vault, log)),
    checkpoint: async () => (state.vault === undefined ? notOpen : succeed(state.vault.head?.checkpoint ?? undefined)),
    prepareRecords: async (wanted) => (state.vault === undefined ? notOpen : prepareRecords(ports, state, state.vault, wanted)),
    adoptRecords: async (rows) => (state.vault === undefined ? notOpen : prepareAdoption(ports, state, state.vault, rows)),
    resealRecords: async (rows) => (state.vault === undefined ? notOpen : prepareResealing(ports, state, state.vault, rows)),
    report: async () => (state.vault === undefined ? notOpen : succeed(reportOf(state, state.vault))),
    accept: async () => accept(ports, state),
    nextImportStep: async ({ undo }) => {
      const importer = await loadImporter();
      if (importer === undefined) return outOfReach;
      return state.vault === undefined ? notOpen : importer.nextImportStep(ports, state, state.vault, undo);
    },
  });
  return { ...queued, ...besides(ports, tools, state) };
}

const outOfReach = fail({ code: 'tool_out_of_reach' });

// Fetched when first used, so that the list opens without them: readers and writers of other programs' files, published vectors.
const loadImporter = () => import('./keeper-import.ts').catch(() => undefined);
const loadExporter = () => import('./keeper-export.ts').catch(() => undefined);
const loadSelfTest = () => import('./keeper-self-test.ts').catch(() => undefined);

/** What changes nothing of the vault: it waits for nobody, and nobody waits for it. */
type Besides = Pick<
  VaultKeeper,
  | 'selfTest'
  | 'readIcon'
  | 'readImport'
  | 'forgetImport'
  | 'forgetEdit'
  | 'held'
  | 'exportVault'
  | 'checkHealth'
  | 'planBreachCheck'
  | 'judgeBreachRange'
  | 'finishBreachCheck'
  | 'judgeStrength'
  | 'sealRecords'
  | 'openRecords'
  | 'judgeRecords'
>;

function besides(ports: VaultPorts, tools: KeeperTools, state: KeeperState): Besides {
  return {
    readIcon: async ({ id }) => (state.vault === undefined ? notOpen : readIcon(ports, state, state.vault, id)),
    readImport: async (source, context) => {
      const importer = await loadImporter();
      if (importer === undefined) return outOfReach;
      return state.vault === undefined ? notOpen : importer.readImport(ports, tools, state, state.vault, source, context);
    },
    forgetImport: async () => succeed(forgetImport(state)),
    forgetEdit: async ({ id }) => succeed(forgetEdit(state, id)),
    held: async () => (state.vault === undefined ? notOpen : succeed(heldNow(state, state.vault))),
    exportVault: async (request, context) => {
      const exporter = await loadExporter();
      if (exporter === undefined) return outOfReach;
      return state.vault === undefined ? notOpen : exporter.exportVault(ports, tools, state, state.vault, request, context);
    },
    checkHealth: async (_, context) => (state.vault === undefined ? notOpen : checkHealth(ports, tools, state, state.vault, context)),
    planBreachCheck: async (_, context) =>
      state.vault === undefined ? notOpen : planBreachCheck(ports, tools, state, state.vault, context),
    judgeBreachRange: async ({ prefix, range }) => judgeBreachRange(state, prefix, range),
    finishBreachCheck: async () => finishBreachCheck(state),
    selfTest: async () => {
      const tester = await loadSelfTest();
      return tester === undefined ? outOfReach : succeed(await tester.selfTest(ports, state.vault));
    },
    sealRecords: async (records) => (state.vault === undefined ? notOpen : sealRecords(ports, state.vault, records)),
    openRecords: async (records) => (state.vault === undefined ? notOpen : openRecords(ports, state.vault, records)),
    judgeRecords: async (shown) => (state.vault === undefined ? notOpen : judgeShown(ports, state.vault, shown)),
    judgeStrength: async ({ password }) => {
      const strength = await tools.loadStrength().catch(() => undefined);
      if (strength === undefined) return outOfReach;
      return succeed(strength.judge(password.slice(0, mostJudgedCharacters)));
    },
  };
}

/** Takes a vault in, unless it waits for the owner's word and that was given for another state, or not at all. */
async function admit(
  ports: VaultPorts,
  state: KeeperState,
  vault: OpenVault,
  word: OwnersWord | undefined,
): Promise<Result<OpenReport, UnacceptedFailure>> {
  const wanting = vault.findings.filter(wantsOwnersWord);
  const epoch = vault.head?.epoch ?? vault.epoch;
  const isAccepted = word !== undefined && word.epoch === epoch && wanting.every(({ code }) => word.codes.includes(code));
  if (wanting.length > 0 && !isAccepted) return fail({ code: 'unaccepted', findings: wanting.map(findingOf), epoch });
  state.vault = acceptRestoredEpoch(vault);
  state.waiting = undefined;
  await judgeAgain(ports, state);
  return succeed(reportOf(state, state.vault));
}

function found<Failure extends { readonly code: string }>(
  state: KeeperState,
  created: Result<CreatedVault, Failure>,
): Result<FoundedVault, Failure> {
  if (!created.ok) return created;
  const { creation, next, recoveryKey = '' } = created.value;
  state.waiting = { next, change: undefined, edited: [] };
  return succeed({ creation, recoveryKey });
}

async function upgradeStep(
  ports: VaultPorts,
  state: KeeperState,
  vault: OpenVault,
  oldMaster: string | undefined,
): Promise<JobResult<'nextUpgradeStep'>> {
  const step = await nextMigrationStep(ports, vault, [...state.rows.values()], oldMaster);
  if (!step.ok) return step;
  const { value } = step;
  if (value.kind === 'done') return succeed<UpgradeStep>({ kind: 'done', left: value.left.map(({ id }) => olderTitle(state, id)) });
  if (value.kind === 'blocked')
    return succeed<UpgradeStep>({
      kind: 'blocked',
      left: value.findings.flatMap((finding) => ('entryId' in finding ? [olderTitle(state, finding.entryId)] : [])),
    });
  const written = value.kind === 'convert' ? value.converted : [];
  return succeed<UpgradeStep>({ kind: 'write', prepared: hold(state, value.commit), written, closes: value.kind === 'close' });
}

async function accept(ports: VaultPorts, state: KeeperState): Promise<JobResult<'accept'>> {
  if (state.waiting === undefined) return notOpen;
  const { next, change, edited } = state.waiting;
  state.vault = next;
  state.waiting = undefined;
  for (const id of edited) forgetEdit(state, id);
  for (const id of change?.removed_entries ?? []) forgetRow(state, id);
  const blank = { title: '', username: '', url: '', notes: '' };
  const written = (change?.entries ?? []).map((write) => {
    const old = state.rows.get(write.id);
    const icon = write.icon === undefined ? (old?.icon ?? null) : write.icon;
    return { ...blank, ...write, icon, created_at: old?.created_at ?? new Date(ports.clock.nowMs()).toISOString() };
  });
  await judgeRows(ports, state, written);
  const put = written.flatMap(({ id }) => listedEntry(next, id) ?? []).map((item) => itemOf(state, item));
  const report: AcceptReport = {
    epoch: next.epoch,
    pin: pinOf(next),
    findings: next.findings.map(findingOf),
    put,
    removed: change?.removed_entries ?? [],
    rows: rowsReport(state),
  };
  return succeed(report);
}

/** Measures once what a derivation may cost here, and remembers it for as long as the Worker lives. */
class CostFinder {
  readonly #ports: VaultPorts;
  readonly #least: Argon2idCost;
  #found: Argon2idCost | undefined;

  constructor(ports: VaultPorts, least: Argon2idCost) {
    this.#ports = ports;
    this.#least = least;
  }

  /** `strongest`: below which nothing is written, because a device that saw it would refuse. */
  async find(strongest: Argon2idCost | undefined, progress: (done: number, total: number) => void) {
    const floor = strongerCost(this.#least, strongest ?? this.#least);
    progress(0, 1);
    if (this.#found === undefined) {
      const measured = await calibrate(guardArgon2id(this.#ports.argon2id), this.#ports.clock, floor);
      if (!measured.ok) return measured;
      this.#found = measured.value.cost;
    }
    return succeed(strongerCost(this.#found, floor));
  }
}

/** One job after the other: each sees the state that the one before left. */
function inTurn(keeper: Omit<VaultKeeper, keyof Besides>): Omit<VaultKeeper, keyof Besides> {
  let turn: Promise<unknown> = Promise.resolve();
  const queued = <Input, Output, Context>(job: (input: Input, context: Context) => Promise<Output>) => {
    return (input: Input, context: Context): Promise<Output> => {
      const next = turn.then(() => job(input, context));
      turn = next.catch(() => undefined);
      return next;
    };
  };
  return {
    open: queued(keeper.open),
    reopen: queued(keeper.reopen),
    create: queued(keeper.create),
    beginUpgrade: queued(keeper.beginUpgrade),
    nextUpgradeStep: queued(keeper.nextUpgradeStep),
    takeRows: queued(keeper.takeRows),
    readSecrets: queued(keeper.readSecrets),
    readForEdit: queued(keeper.readForEdit),
    prepareEdits: queued(keeper.prepareEdits),
    prepareIcon: queued(keeper.prepareIcon),
    prepareIconRemoval: queued(keeper.prepareIconRemoval),
    prepareTrash: queued(keeper.prepareTrash),
    prepareRepair: queued(keeper.prepareRepair),
    prepareMaster: queued(keeper.prepareMaster),
    prepareStrongerCost: queued(keeper.prepareStrongerCost),
    prepareSlot: queued(keeper.prepareSlot),
    prepareSlotRemoval: queued(keeper.prepareSlotRemoval),
    waysIn: queued(keeper.waysIn),
    prove: queued(keeper.prove),
    beginRotation: queued(keeper.beginRotation),
    nextRotationStep: queued(keeper.nextRotationStep),
    prepareCheckpoint: queued(keeper.prepareCheckpoint),
    checkpoint: queued(keeper.checkpoint),
    prepareRecords: queued(keeper.prepareRecords),
    adoptRecords: queued(keeper.adoptRecords),
    resealRecords: queued(keeper.resealRecords),
    report: queued(keeper.report),
    accept: queued(keeper.accept),
    nextImportStep: queued(keeper.nextImportStep),
  };
}
