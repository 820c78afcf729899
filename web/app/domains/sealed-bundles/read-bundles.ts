import { parseJson } from '@castellan/foundation/parse-json';
import { issueWords } from '../exchange/issue-words.ts';
import { type Batch, type Bundle, type BundledRecord, type BundleKind, batchSchema } from './bundle-kind.ts';

/** A record that its bundle keeps and that is not what its schema wants. */
export type UnreadableRecord = { readonly bundleId: string; readonly field: string; readonly issue: string };

/** What all bundles of a kind hold together. */
export type BundlesView<Kept> = {
  readonly records: readonly Kept[];
  readonly byId: ReadonlyMap<string, Kept>;
  /** What is in the trash. */
  readonly removed: readonly Kept[];
  /**
   * Records of imports that are not complete, by import: hidden until the rest arrives, the file is read again, or they go. One that was
   * there before is shown as it was.
   */
  readonly unfinished: ReadonlyMap<string, readonly Kept[]>;
  /** Of records that an import changed, what they were before: `of` gives it while the record is of that import still. */
  readonly before: ReadonlyMap<string, { readonly of: (batch: string | null) => Kept | undefined }>;
  readonly batches: readonly Batch[];
  readonly unreadable: readonly UnreadableRecord[];
  /** The bundle that keeps a record, hidden and removed ones too. */
  readonly bundleOf: ReadonlyMap<string, string>;
};

type Read<Kept> = {
  readonly records: readonly Kept[];
  /** By record: what it was before the import that changed it. */
  readonly before: ReadonlyMap<string, Kept>;
  readonly batches: readonly Batch[];
  readonly unreadable: readonly UnreadableRecord[];
};

const known = new WeakMap<object, WeakMap<Bundle, Read<BundledRecord>>>();

/** Reads every bundle and joins them. A record that two bundles keep is the one of the bundle with the lower id, on every device. */
export function readBundles<Kept extends BundledRecord>(kind: BundleKind<Kept>, bundles: readonly Bundle[]): BundlesView<Kept> {
  const ordered = [...bundles].sort((one, other) => (one.id < other.id ? -1 : 1));
  const all = new Map<string, Kept>();
  const bundleOf = new Map<string, string>();
  const batches = new Map<string, Batch>();
  const before = new Map<string, { readonly was: Kept; readonly of: (batch: string | null) => Kept | undefined }>();
  const unreadable: UnreadableRecord[] = [];
  for (const bundle of ordered) {
    const read = readOnce(kind, bundle);
    for (const record of read.records) {
      if (all.has(record.id)) continue;
      all.set(record.id, record);
      bundleOf.set(record.id, bundle.id);
      const was = read.before.get(record.id);
      if (was !== undefined) before.set(record.id, { was, of: (batch) => (batch === record.batch ? was : undefined) });
    }
    for (const batch of read.batches) batches.set(batch.id, batch);
    for (const fault of read.unreadable) unreadable.push(fault);
  }
  const records: Kept[] = [];
  const byId = new Map<string, Kept>();
  const removed: Kept[] = [];
  const unfinished = new Map<string, Kept[]>();
  for (const found of all.values()) {
    const { batch } = found;
    const isUnfinished = batch !== null && !batches.has(batch);
    if (isUnfinished) {
      const others = unfinished.get(batch);
      if (others === undefined) unfinished.set(batch, [found]);
      else others.push(found);
    }
    const record = isUnfinished ? before.get(found.id)?.was : found;
    if (record === undefined) continue;
    if (record.removed_at !== null) removed.push(record);
    else {
      records.push(record);
      byId.set(record.id, record);
    }
  }
  return { records, byId, removed, unfinished, before, batches: [...batches.values()], unreadable, bundleOf };
}

/** The ids of the bundles that keep the shown records: the rows of the table, which a record's own id is not. */
export function bundlesOf({ records, bundleOf }: Pick<BundlesView<BundledRecord>, 'records' | 'bundleOf'>): readonly string[] {
  return [...new Set(records.flatMap(({ id }) => bundleOf.get(id) ?? []))];
}

function readOnce<Kept extends BundledRecord>(kind: BundleKind<Kept>, bundle: Bundle): Read<Kept> {
  const ofKind = known.get(kind) ?? new WeakMap<Bundle, Read<BundledRecord>>();
  known.set(kind, ofKind);
  const before = ofKind.get(bundle);
  if (before !== undefined) return before as Read<Kept>;
  const read = readBundle(kind, bundle);
  ofKind.set(bundle, read);
  return read;
}

function readBundle<Kept extends BundledRecord>(kind: BundleKind<Kept>, bundle: Bundle): Read<Kept> {
  const records: Kept[] = [];
  const batches: Batch[] = [];
  const before = new Map<string, Kept>();
  const unreadable: UnreadableRecord[] = [];
  for (const [field, text] of Object.entries(bundle)) {
    const isRecord = field.startsWith('r:');
    if (text === null || !(isRecord || field.startsWith('b:'))) continue;
    const value = parseText(text);
    const parsed = isRecord ? kind.schema.safeParse(value, issueWords) : batchSchema.safeParse(value, issueWords);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      unreadable.push({ bundleId: bundle.id, field, issue: `${issue?.path.join('.') || 'record'}: ${issue?.message ?? 'unreadable'}` });
    } else if (parsed.data.id !== field.slice(2)) unreadable.push({ bundleId: bundle.id, field, issue: 'id: it names another record' });
    else if (isRecord) {
      records.push(parsed.data as Kept);
      const was = wasBefore(kind, value, parsed.data.id);
      if (was !== undefined) before.set(was.id, was);
    } else batches.push(parsed.data as Batch);
  }
  return { records, before, batches, unreadable };
}

function wasBefore<Kept extends BundledRecord>(kind: BundleKind<Kept>, value: unknown, id: string): Kept | undefined {
  if (typeof value !== 'object' || value === null || !('before' in value)) return undefined;
  const parsed = kind.schema.safeParse(value.before);
  return parsed.success && parsed.data.id === id ? parsed.data : undefined;
}

function parseText(text: unknown): unknown {
  return typeof text === 'string' ? parseJson(text) : undefined;
}
