import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import type { Fields, RawRecord } from '../records/record.ts';
import type { RecordsServer, ServerFailure } from '../records/records-server.ts';
import { isOfOtherVersion, type SealedDraft, type SealedWriteFailure, type VaultSealer } from '../records/sealer.ts';
import type { Row } from './exported-tables.ts';
import type { WriteSealed } from './restore-export.ts';

type SealedPorts = {
  readonly vault: Pick<VaultSealer, 'open' | 'write'>;
  readonly server: Pick<RecordsServer, 'readMany'>;
};

const otherKey = 'They were sealed under a key that this vault does not have.';
const otherVersion = 'Another version of this program wrote them, or what is there now: reload the page, or update the program.';

/**
 * Brings sealed rows back through the open vault: each is opened, and sealed again with its listing in the vault's manifest, in the
 * present schema of its collection. What this vault does not open is left out, and nothing is written over a row that opens and that
 * this program cannot read. Rows that say the same as those that are there count as kept, whatever their sealed texts are.
 */
export function sealedRestore(ports: SealedPorts): WriteSealed {
  return async (collection, rows, overwrite) => {
    const there = await ports.server.readMany(
      collection,
      rows.map(({ id }) => String(id)),
    );
    if (!there.ok) return fail(serverFailureOf(there.failure));
    const present = new Map(there.value.map((row) => [row.id, row]));
    const opened = await openAll(ports, collection, rows);
    const known = await openAll(ports, collection, there.value);
    if (opened === undefined || known === undefined) return fail({ code: 'backend_unreachable' });
    const drafts: SealedDraft[] = [];
    let overwritten = 0;
    let kept = 0;
    let leftOut = 0;
    let reason: string | undefined;
    for (const row of rows) {
      const id = String(row['id']);
      const fields = fieldsOf(opened, id);
      const at = present.get(id);
      const mine = fieldsOf(known, id);
      if (at?.deleted_at === null && (!overwrite || fields === undefined || (mine !== undefined && sameFields(mine, fields)))) kept += 1;
      else if (fields === undefined || isOfOtherVersion(codeOf(known, id))) {
        leftOut += 1;
        reason ??= [opened, known].some((side) => isOfOtherVersion(codeOf(side, id))) ? otherVersion : otherKey;
      } else {
        if (at?.deleted_at === null) overwritten += 1;
        drafts.push(draftOf(collection, row, at, overwrite || mine === undefined ? fields : mine));
      }
    }
    const written = drafts.length === 0 ? succeed([]) : await ports.vault.write(drafts);
    if (!written.ok) return fail(failureOf(written.failure));
    return succeed({ restored: drafts.length - overwritten, overwritten, kept, unlinked: 0, leftOut, reason });
  };
}

/** Restoring is the owner's explicit confirmation, also where the manifest still says that the record was deleted. */
function draftOf(collection: string, row: Row, at: RawRecord | undefined, fields: Fields): SealedDraft {
  const created = row['created_at'];
  const common = { collection, id: String(row['id']), fields, deletedAt: null, isOverride: true as const };
  if (at !== undefined) return { ...common, over: { version: at.version, sealed: String(at['sealed']), deleted: at.deleted_at !== null } };
  return { ...common, ...(typeof created === 'string' ? { createdAt: created } : {}) };
}

/** How each row opened, by id. */
type Opened = ReadonlyMap<string, Result<Fields, { readonly code: string }>>;

/** Opens rows; `undefined` where the vault was closed. */
async function openAll({ vault }: SealedPorts, collection: string, rows: readonly Row[]): Promise<Opened | undefined> {
  const asked = rows.map((row) => ({
    place: { class: 'row' as const, collection, id: String(row['id']), version: Number(row['version']) },
    text: String(row['sealed']),
  }));
  const answers = await vault.open(asked);
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
