import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import type { Fields, RawRecord } from '../records/record.ts';
import type { RecordsServer, ServerFailure } from '../records/records-server.ts';
import { isOfOtherVersion, type SealedDraft, type SealedWriteFailure, type VaultSealer } from '../records/sealer.ts';
import type { Row } from './exported-tables.ts';
import type { WriteSealed } from './restore-export.ts';
import { nameIn } from './row-name.ts';

type SealedPorts = {
  readonly vault: Pick<VaultSealer, 'open' | 'write'>;
  /** Opens the rows of the file: the vault's former keys may do it, or those of a backup. */
  readonly openOfFile: VaultSealer['open'];
  readonly server: Pick<RecordsServer, 'readMany'>;
  /** The file is a complete backup: no other one has more. */
  readonly isBackup?: true;
};

/**
 * What restoring one sealed row does. `new`: it is not there, or comes out of the trash; `equal`: what is there says the same;
 * `different`: it says something else; `unopened`: nothing here opens it, and `code` says why.
 */
export type SealedVerdict = {
  readonly row: Row;
  readonly name: string;
} /** `overwriting`: what is written where the file's is to take the place of what is there, in the trash too. */ & (
  | { readonly kind: 'new'; readonly draft: SealedDraft; readonly overwriting: SealedDraft }
  | { readonly kind: 'equal' }
  | { readonly kind: 'different'; readonly overwriting: SealedDraft }
  | { readonly kind: 'unopened'; readonly code: string }
);

/** Compares sealed rows of one list with what is there; writes nothing. */
export type PlanSealed = (collection: string, rows: readonly Row[]) => Promise<Result<readonly SealedVerdict[], BackendFailure>>;

/** Why sealed rows stay in the file, by what opening them said: a sentence about one row or several. */
export function unopenedReason(code: string, rows: number, isBackup = false): string {
  const [they, were] = rows === 1 ? ['It', 'was'] : ['They', 'were'];
  if (code === 'unknown_key' && isBackup) return `${they} ${were} sealed under a key that the backup’s vault does not have.`;
  if (code === 'unknown_key') return `${they} ${were} sealed under another vault’s key. Restore the complete backup instead.`;
  if (isOfOtherVersion(code))
    return `Another version of this program wrote ${rows === 1 ? 'it' : 'them'}, or what is there now: reload the page, or update the program.`;
  return `${they} ${rows === 1 ? 'is' : 'are'} not as ${they.toLowerCase()} ${were} sealed.`;
}

/** Says what becomes of sealed rows: the rehearsal counts by it, and the restore writes what it drafts. */
export function sealedPlan(ports: SealedPorts): PlanSealed {
  return async (collection, rows) => {
    const there = await ports.server.readMany(
      collection,
      rows.map(({ id }) => String(id)),
    );
    if (!there.ok) return fail(serverFailureOf(there.failure));
    const present = new Map(there.value.map((row) => [row.id, row]));
    const opened = await openAll(ports.openOfFile, collection, rows);
    const known = await openAll(ports.vault.open, collection, there.value);
    if (opened === undefined || known === undefined) return fail({ code: 'backend_unreachable' });
    return succeed(rows.map((row) => verdictOf(collection, row, present.get(String(row['id'])), opened, known)));
  };
}

/**
 * Brings sealed rows back through the open vault: each is opened, and sealed again with its listing in the vault's manifest, in the
 * present schema of its collection. What does not open is left out, and nothing is written over a row that opens and that this program
 * cannot read. Rows that say the same as those that are there count as kept, whatever their sealed texts are.
 */
export function sealedRestore(ports: SealedPorts): WriteSealed {
  const plan = sealedPlan(ports);
  return async (collection, rows, overwrite) => {
    const planned = await plan(collection, rows);
    if (!planned.ok) return planned;
    const drafts = planned.value.flatMap((verdict) => {
      if (verdict.kind === 'new') return [overwrite ? verdict.overwriting : verdict.draft];
      return verdict.kind === 'different' && overwrite ? [verdict.overwriting] : [];
    });
    const count = (kind: SealedVerdict['kind']) => planned.value.filter((verdict) => verdict.kind === kind).length;
    const unopened = planned.value.filter((verdict) => verdict.kind === 'unopened');
    const written = drafts.length === 0 ? succeed([]) : await ports.vault.write(drafts);
    if (!written.ok) return fail(failureOf(written.failure));
    const overwritten = overwrite ? count('different') : 0;
    return succeed({
      restored: count('new'),
      overwritten,
      kept: count('equal') + count('different') - overwritten,
      unlinked: 0,
      leftOut: unopened.length,
      reason: unopened[0] === undefined ? undefined : unopenedReason(unopened[0].code, unopened.length, ports.isBackup),
    });
  };
}

function verdictOf(collection: string, row: Row, at: RawRecord | undefined, opened: Opened, known: Opened): SealedVerdict {
  const id = String(row['id']);
  const fields = fieldsOf(opened, id);
  const mine = fieldsOf(known, id);
  const named = { row, name: nameIn(fields ?? row) };
  const isSameText = at !== undefined && at.version === row['version'] && at['sealed'] === row['sealed'];
  const isSame = isSameText || (mine !== undefined && fields !== undefined && sameFields(mine, fields));
  const [livesHere, livesInFile] = [at?.deleted_at === null, row['deleted_at'] == null];
  if (isSame && livesHere === livesInFile) return { ...named, kind: 'equal' };
  const code = fields === undefined ? codeOf(opened, id) : isOfOtherVersion(codeOf(known, id)) ? codeOf(known, id) : undefined;
  if (code !== undefined || fields === undefined) return { ...named, kind: 'unopened', code: code ?? 'unreadable' };
  const overwriting = draftOf(collection, row, at, fields);
  if (at !== undefined && (livesHere || !livesInFile)) return { ...named, kind: 'different', overwriting };
  // What lies in the trash here comes out of it as it is there, so that what was typed since is not lost.
  return { ...named, kind: 'new', draft: draftOf(collection, row, at, mine ?? fields), overwriting };
}

/** Restoring is the owner's explicit confirmation, also where the manifest still says that the record was deleted. */
function draftOf(collection: string, row: Row, at: RawRecord | undefined, fields: Fields): SealedDraft {
  const [created, deleted] = [row['created_at'], row['deleted_at']];
  const deletedAt = typeof deleted === 'string' ? deleted : null;
  const common = { collection, id: String(row['id']), fields, deletedAt, isOverride: true as const };
  if (at !== undefined) return { ...common, over: { version: at.version, sealed: String(at['sealed']), deleted: at.deleted_at !== null } };
  return { ...common, ...(typeof created === 'string' ? { createdAt: created } : {}) };
}

/** How each row opened, by id. */
type Opened = ReadonlyMap<string, Result<Fields, { readonly code: string }>>;

/** Opens rows; `undefined` where the vault was closed. No rows want no keys: an account without a vault has none of either. */
async function openAll(open: VaultSealer['open'], collection: string, rows: readonly Row[]): Promise<Opened | undefined> {
  if (rows.length === 0) return new Map();
  const asked = rows.map((row) => ({
    place: { class: 'row' as const, collection, id: String(row['id']), version: Number(row['version']) },
    text: String(row['sealed']),
  }));
  const answers = await open(asked);
  if (!answers.ok) return undefined;
  return new Map(answers.value.map((answer, index) => [asked[index]?.place.id ?? '', answer]));
}

function fieldsOf(opened: Opened, id: string): Fields | undefined {
  const answer = opened.get(id);
  return answer?.ok === true ? answer.value : undefined;
}

function codeOf(opened: Opened, id: string): string | undefined {
  const answer = opened.get(id);
  return answer?.ok === false ? answer.failure.code : undefined;
}

function sameFields(one: Fields, other: Fields): boolean {
  const text = (fields: Fields) => JSON.stringify(Object.entries(fields).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  return text(one) === text(other);
}

function serverFailureOf(failure: ServerFailure): BackendFailure {
  return failure.code === 'vault_closed' ? { code: 'backend_unreachable' } : failure;
}

function failureOf(failure: SealedWriteFailure): BackendFailure {
  switch (failure.code) {
    case 'backend_unreachable':
    case 'unauthorized':
    case 'rate_limited':
    case 'refused':
    case 'answer_unreadable':
      return failure;
    default:
      return { code: 'refused', reason: failure.code, details: [] };
  }
}
