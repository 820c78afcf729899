import { type Result, succeed } from '@castellan/foundation/result';
import { canonicalJson } from '../crypto/canonical-json.ts';
import { inChunks } from '../in-chunks.ts';
import type { Commit } from '../manifest/change.ts';
import { fitChange } from '../manifest/fit-change.ts';
import type { OpenVault } from '../manifest/open-vault.ts';
import type { VaultPorts } from '../ports.ts';
import { type RecordDraft, type RecordSaveFailure, saveRecords } from './save-records.ts';
import { openRecord, parseRecordEnvelope, type RecordFields } from './sealed-record.ts';

/** A text of a record that was overwritten or removed, as the database kept it. */
type KeptText = { readonly id: string; readonly sealed: string; readonly createdAt: string };

/** A record's row as the server shows it now. */
type PresentRow = { readonly id: string; readonly version: number; readonly sealed: string; readonly deleted: boolean };

/** Texts of one collection that were kept, the newest first, and the rows that are there now of the same records. */
export type KeptRecords = { readonly collection: string; readonly kept: readonly KeptText[]; readonly present: readonly PresentRow[] };

/** What a kept text is. `name`: what the record calls itself in it, where it does. `same`: the record holds this now. */
export type KeptReading = { readonly kind: 'unreadable' } | { readonly kind: 'same' | 'other'; readonly name: string };

/** What each of the kept texts is, in their order. */
export async function readKept(ports: VaultPorts, vault: OpenVault, records: KeptRecords): Promise<readonly KeptReading[]> {
  const opened = await openKept(ports, vault, records);
  const present = await openPresent(ports, vault, records);
  return records.kept.map(({ id }, index) => {
    const fields = opened[index];
    if (fields === undefined) return { kind: 'unreadable' };
    return { kind: present.get(id) === canonicalJson(fields) ? 'same' : 'other', name: nameIn(fields) };
  });
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
 * Brings records back as their kept texts have them: of several texts of one record the newest that opens, out of the trash and under
 * a new version. It is the owner's word on whatever is there: a row that is not as listed is written over.
 */
export async function bringBackRecords(
  ports: VaultPorts,
  vault: OpenVault,
  records: KeptRecords,
): Promise<Result<BroughtBack, RecordSaveFailure>> {
  const texts = await openKept(ports, vault, records);
  const present = await openPresent(ports, vault, records);
  const rows = new Map(records.present.map((row) => [row.id, row]));
  const opened = new Set<string>();
  const drafts: RecordDraft[] = [];
  for (const [index, { id, createdAt }] of records.kept.entries()) {
    const fields = texts[index];
    if (fields === undefined || opened.has(id)) continue;
    opened.add(id);
    if (present.get(id) === canonicalJson(fields)) continue;
    const over = rows.get(id);
    drafts.push({
      ...{ collection: records.collection, id, fields, deletedAt: null, isOverride: true as const },
      ...(over === undefined ? { createdAt } : { over, bringsBack: true as const }),
    });
  }
  if (drafts.length === 0) return succeed({ commit: undefined, opened: [...opened], brought: 0, left: 0 });
  const commit = await fitChange(drafts, (some) => saveRecords(ports, vault, some));
  if (!commit.ok) return commit;
  const brought = commit.value.change.records.length;
  return succeed({ commit: commit.value, opened: [...opened], brought, left: drafts.length - brought });
}

function openKept(ports: VaultPorts, vault: OpenVault, { collection, kept }: KeptRecords): Promise<(RecordFields | undefined)[]> {
  return inChunks(kept, ({ id, sealed }) => openText(ports, vault, collection, id, sealed));
}

/** What the rows that are there and not removed hold, as one text each. */
async function openPresent(ports: VaultPorts, vault: OpenVault, { collection, present }: KeptRecords): Promise<Map<string, string>> {
  const there = present.filter(({ deleted }) => !deleted);
  const opened = await inChunks(there, ({ id, sealed, version }) => openText(ports, vault, collection, id, sealed, version));
  return new Map(
    there.flatMap(({ id }, index) => {
      const fields = opened[index];
      return fields === undefined ? [] : [[id, canonicalJson(fields)] as const];
    }),
  );
}

/** Opens a text at the version that it names itself, where its row's does not matter any more. */
async function openText(ports: VaultPorts, vault: OpenVault, collection: string, id: string, sealed: string, rowVersion?: number) {
  const envelope = parseRecordEnvelope(sealed);
  if (!envelope.ok) return undefined;
  const version = rowVersion ?? envelope.value.version;
  const opened = await openRecord(ports, vault, { class: 'row', collection, id, version }, sealed);
  return opened.ok ? opened.value : undefined;
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
