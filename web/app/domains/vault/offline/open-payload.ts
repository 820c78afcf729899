import { parseBackupVault, snapshotOfBackup } from '@castellan/vault-core/backup/backup-vault';
import { listedEntry, readEntry } from '@castellan/vault-core/entries/read-entry';
import { decodeBase64 } from '@castellan/vault-core/export/base64';
import { digestOfParts, filePartsOf, importFileKey, openFilePart } from '@castellan/vault-core/files/sealed-file';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import { parseVaultRow } from '@castellan/vault-core/manifest/vault-row';
import { verifyRows } from '@castellan/vault-core/manifest/verify-rows';
import type { VaultPorts } from '@castellan/vault-core/ports';
import { openRecord } from '@castellan/vault-core/records/sealed-record';
import { verifyRecords } from '@castellan/vault-core/records/verify-records';
import type { SlotSecret } from '@castellan/vault-core/slots/slot-secret';
import { openVault } from '@castellan/vault-core/slots/unlock';
import * as z from 'zod/mini';
import type { Row } from '../../passport/exported-tables.ts';
import type { ExportEvent } from '../../passport/read-export.ts';
import { createSha256 } from '../../passport/sha256.ts';
import { partName } from '../files/part-name.ts';
import { type SentFile, storedFileSchema } from '../files/stored-file.ts';
import type { OfflineFile, OfflineList } from './offline-file.ts';

/** The list with the bytes of files. */
export const partsList = 'noteFileParts';

/** The list with the sealed parts of large files, which are opened by the keys in these files' records. */
export const storedList = 'note_file_objects';

/** A payload as it was read. */
export type PayloadParts = {
  readonly madeAt: string;
  readonly vault: unknown;
  readonly lists: ReadonlyMap<string, readonly Row[]>;
  /** The rows of files' bytes without their texts, which are read when they are wanted. */
  readonly parts: readonly Row[];
  readonly doubts: readonly string[];
};

const collectionsSchema = z.object({ collections: z.record(z.string(), z.string()) });
const sealedSchema = z.object({ id: z.string(), version: z.number(), sealed: z.string(), deleted_at: z.nullable(z.string()) });
const shownSchema = z.extend(sealedSchema, { sealed: z.exactOptional(z.string()) });
const fileSchema = z.object({
  bytes: z.number(),
  parts: z.array(z.string()),
  sha256: z.string(),
  object: z.optional(z.nullable(storedFileSchema)),
});

/** Opens everything in a payload that the vault's keys open. What does not open, or is not as listed, is said. */
export async function openPayload(
  ports: VaultPorts,
  { madeAt, vault: facts, lists: read, parts, doubts: found }: PayloadParts,
  secret: SlotSecret,
  again: () => AsyncIterable<ExportEvent>,
): Promise<OfflineFile> {
  const doubts = [...found];
  const vault = await vaultOf(ports, facts, read, secret, doubts);
  const collections = collectionsSchema.safeParse(facts).data?.collections ?? {};
  const lists: OfflineList[] = [];
  for (const [name, rows] of read) {
    const collection = collections[name];
    if (name === 'vault_entries' || name === 'vault_slots' || name === 'vault_manifest' || name === partsList || name === storedList)
      continue;
    if (collection === undefined) lists.push({ name, rows, closed: 0 });
    else if (vault === undefined) lists.push({ name, rows: [], closed: rows.length });
    else lists.push(await openList(ports, vault, { name, collection, rows }, doubts));
  }
  const partsOf = collections[partsList];
  if (vault !== undefined && partsOf !== undefined)
    await doubtRecords(ports, vault, { name: partsList, collection: partsOf, rows: parts }, doubts);
  const entries = vault === undefined ? [] : await entriesOf(ports, vault, read.get('vault_entries') ?? [], doubts);
  const bytesOf: OfflineFile['bytesOf'] = async (file) => {
    const record = fileSchema.safeParse(file).data;
    if (vault === undefined || record === undefined || partsOf === undefined) return undefined;
    return record.object
      ? readStored(ports, { ...record, object: record.object }, again())
      : readBytes(ports, vault, partsOf, record, again());
  };
  return { kind: 'backup', madeAt, entries, lists, doubts, bytesOf };
}

async function vaultOf(
  ports: VaultPorts,
  facts: unknown,
  read: PayloadParts['lists'],
  secret: SlotSecret,
  doubts: string[],
): Promise<OpenVault | undefined> {
  const known = parseBackupVault(facts);
  const snapshot = known && snapshotOfBackup(known, read.get('vault_slots') ?? [], read.get('vault_manifest') ?? []);
  const opened = known && snapshot?.ok === true ? await openVault(ports, known.userId, snapshot.value, undefined, secret) : undefined;
  if (opened?.ok === true) {
    // The way in that the file's passphrase opens is the file's own: the vault lists none of it.
    const isOwn = (finding: (typeof opened.value.findings)[number]) => 'slotId' in finding && finding.slotId === known?.slot?.id;
    for (const finding of opened.value.findings) if (!isOwn(finding)) doubts.push(`The vault in the file is not whole (${finding.code}).`);
    return opened.value;
  }
  doubts.push(`The vault in the file does not open (${opened?.failure.code ?? 'not readable'}).`);
  return undefined;
}

async function entriesOf(ports: VaultPorts, vault: OpenVault, rows: readonly Row[], doubts: string[]) {
  const parsed = rows.map((row) => parseVaultRow(row)).filter((row) => row !== undefined);
  if (parsed.length < rows.length) doubts.push(`${rows.length - parsed.length} entries are in no known shape.`);
  const { findings } = await verifyRows(ports, vault, parsed);
  for (const { code, entryId } of findings) {
    const title = listedEntry(vault, entryId)?.details.title;
    doubts.push(doubtOf(`The entry ${title === undefined ? entryId : `“${title}”`}`, code));
  }
  const entries: OfflineFile['entries'][number][] = [];
  for (const row of parsed) {
    const entry = await readEntry(ports, vault, row, { evenUnverified: true });
    if (entry.ok) entries.push(entry.value);
    else doubts.push(`The entry ${row.id} does not open (${entry.failure.code}).`);
  }
  return entries;
}

type SealedList = { readonly name: string; readonly collection: string; readonly rows: readonly Row[] };

/** Says which rows of a list are not as the vault lists them, and which are not there. */
async function doubtRecords(ports: VaultPorts, vault: OpenVault, { name, collection, rows }: SealedList, doubts: string[]): Promise<void> {
  const shown = rows.flatMap((row) => shownSchema.safeParse(row).data ?? []);
  const records = shown.map(({ deleted_at, ...row }) => ({ ...row, deleted: deleted_at !== null }));
  const { findings } = await verifyRecords(ports.crypto, vault, collection, records);
  for (const { code, id } of findings) doubts.push(doubtOf(`The record ${id} of ${name}`, code));
}

function doubtOf(what: string, code: string): string {
  return code === 'missing'
    ? `${what} is missing: the vault lists it, and the file lacks it.`
    : `${what} is not as the vault lists it (${code}).`;
}

async function openList(
  ports: VaultPorts,
  vault: OpenVault,
  { name, collection, rows }: SealedList,
  doubts: string[],
): Promise<OfflineList> {
  await doubtRecords(ports, vault, { name, collection, rows }, doubts);
  const sealed = rows.flatMap((row) => sealedSchema.safeParse(row).data ?? []);
  const opened: Row[] = [];
  for (const { id, version, sealed: text, deleted_at } of sealed) {
    const fields = await openRecord(ports, vault, { class: 'row', collection, id, version }, text);
    if (fields.ok) opened.push({ id, deleted_at, ...fields.value });
  }
  return { name, rows: opened, closed: rows.length - opened.length };
}

/** A file's bytes out of their parts, held against the digest in its record. */
async function readBytes(
  ports: VaultPorts,
  vault: OpenVault,
  collection: string,
  { parts, sha256 }: z.infer<typeof fileSchema>,
  events: AsyncIterable<ExportEvent>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const found = new Map<string, Uint8Array>();
  let isParts = false;
  for await (const event of events) {
    if (event.kind === 'list') isParts = event.name === partsList;
    if (event.kind !== 'row' || !isParts) continue;
    const row = sealedSchema.safeParse(event.row).data;
    if (row === undefined || !parts.includes(row.id)) continue;
    const fields = await openRecord(ports, vault, { class: 'row', collection, id: row.id, version: row.version }, row.sealed);
    const content = fields.ok ? fields.value['content'] : undefined;
    const bytes = typeof content === 'string' ? decodeBase64(content) : undefined;
    if (bytes !== undefined) found.set(row.id, bytes);
  }
  const pieces = parts.map((id) => found.get(id));
  const hash = createSha256();
  const whole: Uint8Array<ArrayBuffer>[] = [];
  for (const piece of pieces) {
    if (piece === undefined) return undefined;
    hash.update(piece);
    whole.push(Uint8Array.from(piece));
  }
  return hash.digest() === sha256 ? new Uint8Array(await new Blob(whole).arrayBuffer()) : undefined;
}

const storedPartSchema = z.object({ name: z.string(), content: z.base64() });

/** A large file out of its sealed parts, which come in their order, held against both digests in its record. */
async function readStored(
  ports: VaultPorts,
  { bytes, sha256, object }: SentFile,
  events: AsyncIterable<ExportEvent>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const key = await importFileKey(ports, object.key);
  if (key === undefined) return undefined;
  const hash = createSha256();
  const digests: Uint8Array[] = [];
  const whole: Blob[] = [];
  let isParts = false;
  for await (const event of events) {
    if (event.kind === 'list') isParts = event.name === storedList;
    if (event.kind !== 'row' || !isParts) continue;
    const row = storedPartSchema.safeParse(event.row).data;
    if (row?.name !== partName(object.id, digests.length)) continue;
    const sealed = Uint8Array.from(atob(row.content), (mark) => mark.charCodeAt(0));
    const opened = await openFilePart(ports, key, { id: object.id, bytes }, digests.length, sealed);
    if (!opened.ok) return undefined;
    digests.push(new Uint8Array(await ports.crypto.digest('SHA-256', sealed)));
    hash.update(opened.value);
    whole.push(new Blob([opened.value]));
  }
  const isWhole = digests.length === filePartsOf(bytes) && hash.digest() === sha256;
  return isWhole && (await digestOfParts(ports, digests)) === object.sealed
    ? new Uint8Array(await new Blob(whole).arrayBuffer())
    : undefined;
}
