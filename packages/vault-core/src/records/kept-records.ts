import { type Result, succeed } from '@castellan/foundation/result';
import { canonicalJson } from '../crypto/canonical-json.ts';
import { inChunks } from '../in-chunks.ts';
import type { Commit } from '../manifest/change.ts';
import { fitChange } from '../manifest/fit-change.ts';
import type { OpenVault } from '../manifest/open-vault.ts';
import type { VaultPorts } from '../ports.ts';
import { openFormerRecord } from './former-text.ts';
import { type RecordDraft, type RecordSaveFailure, saveRecords } from './save-records.ts';
import type { ReadFields } from './schema-version.ts';
import { openRecord, parseRecordEnvelope, type RecordFields } from './sealed-record.ts';

/** A text of a record that was overwritten or removed, as the database kept it, or this device's own copy. `deletedAt`: in the trash as of then. */
type KeptText = { readonly id: string; readonly sealed: string; readonly createdAt: string; readonly deletedAt?: string | null };

/** A record's row as the server shows it now. */
type PresentRow = { readonly id: string; readonly version: number; readonly sealed: string; readonly deleted: boolean };

/**
 * Texts of one collection that were kept, the newest first, and the rows that are there now of the same records. `isOwn`: this device's
 * copies, which were as listed when they were taken. They are opened also under keys that rotations have ended, and written again even
 * where the row holds the same, because it is not the listed one.
 */
export type KeptRecords = {
  readonly collection: string;
  readonly kept: readonly KeptText[];
  readonly present: readonly PresentRow[];
  readonly isOwn?: true;
};

/** What a kept text is. `name`: what the record calls itself in it, where it does. `same`: the record holds this now. */
export type KeptReading = { readonly kind: 'unreadable' } | { readonly kind: 'same' | 'other'; readonly name: string };

/** What each of the kept texts is, in their order. Both sides are compared in the present schema, which `read` gives. */
export async function readKept(
  ports: VaultPorts,
  vault: OpenVault,
  records: KeptRecords,
  read: ReadFields,
): Promise<readonly KeptReading[]> {
  const opened = await openKept(ports, vault, records, read);
  const present = await openPresent(ports, vault, records, read);
  return records.kept.map(({ id }, index) => {
    const fields = opened[index]?.fields;
    if (fields === undefined) return { kind: 'unreadable' };
    return { kind: isSame(present.get(id), fields) ? 'same' : 'other', name: nameIn(fields) };
  });
}

/** What a text holds: as it was sealed, and in the present schema where this program can read it. */
type Held = { readonly sealed: RecordFields; readonly fields: RecordFields | undefined };

/** A row that is there now. */
type HeldRow = Held & Pick<PresentRow, 'deleted'>;

function isSame(there: HeldRow | undefined, fields: RecordFields): boolean {
  return there?.deleted === false && there.fields !== undefined && canonicalJson(there.fields) === canonicalJson(fields);
}

/**
 * A change that brings records back; none where every one of them holds that already, or none opens. `opened`: records of which a
 * text opens; `brought` of them come with the change; `left` wait for the next one, because it would be too large.
 */
type BroughtBack = {
  readonly commit: Commit | undefined;
  readonly opened: readonly string[];
  readonly brought: number;
  readonly left: number;
};

/**
 * Brings records back as their kept texts have them: of several texts of one record the newest that is read, out of the trash and
 * under a new version. The owner asks for this, so a row that is not as the manifest lists it is overwritten. A row that opens and that
 * this program cannot read, because a newer version wrote it, is not overwritten.
 */
export async function bringBackRecords(
  ports: VaultPorts,
  vault: OpenVault,
  records: KeptRecords,
  read: ReadFields,
): Promise<Result<BroughtBack, RecordSaveFailure>> {
  const texts = await openKept(ports, vault, records, read);
  const present = await openPresent(ports, vault, records, read);
  const rows = new Map(records.present.map((row) => [row.id, row]));
  const opened = new Set<string>();
  const drafts: RecordDraft[] = [];
  for (const [index, { id, createdAt, deletedAt = null }] of records.kept.entries()) {
    const text = texts[index];
    if (text?.fields === undefined || opened.has(id)) continue;
    opened.add(id);
    const there = present.get(id);
    if (records.isOwn !== true && isSame(there, text.fields)) continue;
    if (there !== undefined && there.fields === undefined) continue;
    const over = rows.get(id);
    drafts.push({
      ...{ collection: records.collection, id, fields: text.sealed, deletedAt, isOverride: true as const },
      ...(over === undefined ? { createdAt } : { over, bringsBack: true as const }),
    });
  }
  if (drafts.length === 0) return succeed({ commit: undefined, opened: [...opened], brought: 0, left: 0 });
  const commit = await fitChange(drafts, (some) => saveRecords(ports, vault, some));
  if (!commit.ok) return commit;
  const brought = commit.value.change.records.length;
  return succeed({ commit: commit.value, opened: [...opened], brought, left: drafts.length - brought });
}

function openKept(
  ports: VaultPorts,
  vault: OpenVault,
  { collection, kept, isOwn }: KeptRecords,
  read: ReadFields,
): Promise<(Held | undefined)[]> {
  return inChunks(kept, ({ id, sealed }) =>
    openText(ports, vault, { collection, id, sealed }, read, isOwn === true ? openFormerRecord : openRecord),
  );
}

/** What the rows that are there hold, by id. */
async function openPresent(
  ports: VaultPorts,
  vault: OpenVault,
  { collection, present }: KeptRecords,
  read: ReadFields,
): Promise<ReadonlyMap<string, HeldRow>> {
  const opened = await inChunks(present, ({ id, sealed, version }) => openText(ports, vault, { collection, id, sealed, version }, read));
  return new Map(
    present.flatMap(({ id, deleted }, index) => {
      const held = opened[index];
      return held === undefined ? [] : [[id, { ...held, deleted }] as const];
    }),
  );
}

/** A text and the version of its row; without one it opens at the version that it names itself, since its row's does not matter any more. */
type PlacedText = { readonly collection: string; readonly id: string; readonly sealed: string; readonly version?: number };

async function openText(
  ports: VaultPorts,
  vault: OpenVault,
  text: PlacedText,
  read: ReadFields,
  open: typeof openFormerRecord = openRecord,
): Promise<Held | undefined> {
  const { collection, id, sealed } = text;
  const envelope = parseRecordEnvelope(sealed);
  if (!envelope.ok) return undefined;
  const version = text.version ?? envelope.value.version;
  const opened = await open(ports, vault, { class: 'row', collection, id, version }, sealed);
  if (!opened.ok) return undefined;
  const fields = await read(collection, opened.value);
  return { sealed: opened.value, fields: fields.ok ? fields.value : undefined };
}

/** Fields that records are called by, the first that is there. */
const nameFields = ['title', 'name', 'label', 'month'];

function nameIn(fields: RecordFields): string {
  const inner = fields['content'];
  const places = [fields, ...(isObject(inner) ? [inner, inner['value']] : [])].filter(isObject);
  for (const place of places) {
    for (const field of nameFields) {
      const name = place[field];
      if (typeof name === 'string' && name.trim() !== '') return name.trim().slice(0, maxNameCharacters);
    }
  }
  return '';
}

/** Characters of a name that are shown. */
const maxNameCharacters = 120;

function isObject(value: unknown): value is RecordFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
