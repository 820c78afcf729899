import * as z from 'zod/mini';
import type { Collection } from '../../../web/app/domains/records/collection.ts';
import type { Edit } from '../../../web/app/domains/records/collection-state.ts';
import { newRecordId, recordColumns } from '../../../web/app/domains/records/record.ts';
import { apiLabRecordsCollection } from './api-lab-records.collection.ts';
import type { Workspace } from './model.ts';
import { collectionSchema, environmentSchema } from './model-schema.ts';

const recordSchema = z.object({
  ...recordColumns,
  /** One collection or environment, each a record of its own, so that a change writes little. */
  content: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('collection'), value: collectionSchema }),
    z.object({ kind: z.literal('environment'), value: environmentSchema }),
  ]),
});

/** A sealed record: a collection or an environment. Everything of it is sealed. */
export type LabRecord = z.infer<typeof recordSchema>;

/** The owner's collections and environments. */
export const labRecords: Collection<LabRecord> = {
  ...apiLabRecordsCollection,
  schema: recordSchema,
  nameOf: ({ content }) => {
    const read = recordSchema.shape.content.safeParse(content);
    return read.success ? read.data.value.name.slice(0, 80) || 'A collection without a name' : 'A collection';
  },
};

/** The records as one workspace, the oldest first. */
export function readWorkspace(rows: readonly LabRecord[]): Workspace {
  const sorted = rows.toSorted((one, other) => one.created_at.localeCompare(other.created_at));
  return {
    collections: sorted.flatMap(({ content }) => (content.kind === 'collection' ? [content.value] : [])),
    environments: sorted.flatMap(({ content }) => (content.kind === 'environment' ? [content.value] : [])),
  };
}

/** The record that keeps a collection: its id is not the collection's, which a visitor's file brought along or the page made. */
export function recordOfCollection(rows: readonly LabRecord[], collectionId: string): string | undefined {
  return rows.find(({ content }) => content.kind === 'collection' && content.value.id === collectionId)?.id;
}

/** Sealed, a record must stay under a mebibyte; base64 takes a third more. */
const maxBytes = 700_000;

/** Collections that are too large for one sealed record, by name. */
export function tooLarge({ collections }: Workspace): readonly string[] {
  return collections.filter(isTooLarge).map(({ name }) => name);
}

function isTooLarge(value: Workspace['collections'][number] | Workspace['environments'][number]): boolean {
  return new TextEncoder().encode(JSON.stringify(value)).length > maxBytes;
}

/**
 * The edits that make the records hold a workspace: what changed, what is new, and what is gone. What is too large stays as it was.
 * `created` remembers the records that were made: they may not be among the rows yet.
 */
export function writeEdits(
  rows: readonly LabRecord[],
  { collections, environments }: Workspace,
  created: Map<string, string> = new Map(),
): readonly Edit[] {
  const wanted: readonly LabRecord['content'][] = [
    ...collections.map((value) => ({ kind: 'collection' as const, value })),
    ...environments.map((value) => ({ kind: 'environment' as const, value })),
  ];
  const edits: Edit[] = [];
  for (const content of wanted) {
    if (isTooLarge(content.value)) continue;
    const row = rows.find((one) => one.content.kind === content.kind && one.content.value.id === content.value.id);
    const id = row?.id ?? created.get(keyOf(content));
    if (id === undefined) {
      const made = newRecordId();
      created.set(keyOf(content), made);
      edits.push({ kind: 'create', id: made, values: { created_at: new Date().toISOString(), content } });
    } else if (row === undefined || JSON.stringify(row.content) !== JSON.stringify(content))
      edits.push({ kind: 'change', id, values: { content } });
  }
  for (const row of rows)
    if (!wanted.some((content) => keyOf(content) === keyOf(row.content)))
      edits.push({ kind: 'change', id: row.id, values: { deleted_at: new Date().toISOString() } });
  return edits;
}

function keyOf({ kind, value }: LabRecord['content']): string {
  return `${kind} ${value.id}`;
}
