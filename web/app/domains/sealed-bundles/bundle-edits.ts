import type { Edit } from '../records/collection-state.ts';
import { newRecordId } from '../records/record.ts';
import { type Batch, type Bundle, type BundledRecord, type BundleKind, batchField, importsMonth, recordField } from './bundle-kind.ts';
import type { BundlesView } from './read-bundles.ts';

/** What is to become of records: put as they are given, by their ids, or deleted for good. */
export type BundleEdit<Kept> = {
  readonly put?: readonly Kept[];
  readonly drop?: readonly string[];
  /**
   * The import that all of `put` is: its end is written last, so that nothing of it is shown before everything is there, and each record
   * that was there already has what it was `before` beside it.
   */
  readonly finish?: Batch;
  /** An import that is taken back as a whole. */
  readonly forget?: string;
  /** Records that cannot be read, to be deleted for good. */
  readonly clear?: readonly { readonly bundleId: string; readonly field: string }[];
};

/**
 * Characters of records that a bundle is filled up to; a month that has more has another bundle. A sealed row holds a mebibyte of
 * Base64, and a change that waits holds each record as it was and as it becomes.
 */
export const fullBundleCharacters = 150_000;

/** What an edit of records means for the bundles: few rows are written, and of each only what changes. */
export function editsOfBundles<Kept extends BundledRecord>(
  kind: BundleKind<Kept>,
  bundles: readonly Bundle[],
  view: Pick<BundlesView<Kept>, 'bundleOf' | 'byId' | 'before'>,
  { put = [], drop = [], finish, forget, clear = [] }: BundleEdit<Kept>,
): readonly Edit[] {
  const places = createPlaces(bundles);
  for (const record of put) {
    const text = JSON.stringify({ ...record, ...beforeOf(record, view, finish) });
    places.write(view.bundleOf.get(record.id) ?? places.withRoom(kind.monthOf(record), text.length), recordField(record.id), text);
  }
  for (const id of drop) {
    const bundleId = view.bundleOf.get(id);
    if (bundleId !== undefined) places.write(bundleId, recordField(id), null);
  }
  for (const { bundleId, field } of clear) places.write(bundleId, field, null);
  const imports = bundles.filter(({ month }) => month === importsMonth);
  const forgotten = forget === undefined ? [] : imports.filter((bundle) => typeof bundle[batchField(forget)] === 'string');
  // Without their import's end, other devices hide the rest at once.
  const first = forgotten.map(({ id }): Edit => ({ kind: 'change', id, values: { [batchField(forget ?? '')]: null } }));
  if (finish === undefined) return [...first, ...places.edits()];
  const end = { [batchField(finish.id)]: JSON.stringify(finish) };
  const [known] = imports;
  if (known !== undefined) return [...first, ...places.edits(), { kind: 'change', id: known.id, values: end }];
  return [...first, ...places.edits(), { kind: 'create', id: newRecordId(), values: { month: importsMonth, ...end } }];
}

/** What a record is beside itself: what it was before the import that changed it, for as long as it is that import's. */
function beforeOf<Kept extends BundledRecord>(
  { id, batch }: Kept,
  { byId, before }: Pick<BundlesView<Kept>, 'byId' | 'before'>,
  finish: Batch | undefined,
): { readonly before?: Kept } {
  const was = finish === undefined ? before.get(id)?.of(batch) : byId.get(id);
  return was === undefined ? {} : { before: was };
}

function createPlaces(bundles: readonly Bundle[]) {
  const ordered = [...bundles].sort((one, other) => (one.id < other.id ? -1 : 1));
  const months = new Map<string, { readonly id: string; characters: number }[]>();
  for (const bundle of ordered)
    months.set(bundle.month, [...(months.get(bundle.month) ?? []), { id: bundle.id, characters: sizeOf(bundle) }]);
  const created = new Map<string, string>();
  const written = new Map<string, Record<string, string | null>>();
  return {
    withRoom: (month: string, characters: number): string => {
      const known = months.get(month) ?? [];
      months.set(month, known);
      let place = known.find((one) => one.characters === 0 || one.characters + characters <= fullBundleCharacters);
      if (place === undefined) {
        place = { id: newRecordId(), characters: 0 };
        created.set(place.id, month);
        known.push(place);
      }
      place.characters += characters;
      return place.id;
    },
    write: (bundleId: string, field: string, text: string | null) => {
      const fields = written.get(bundleId) ?? {};
      written.set(bundleId, fields);
      fields[field] = text;
    },
    edits: (): readonly Edit[] =>
      [...written].map(([id, values]): Edit => {
        const month = created.get(id);
        return month === undefined ? { kind: 'change', id, values } : { kind: 'create', id, values: { month, ...values } };
      }),
  };
}

function sizeOf(bundle: Bundle): number {
  let characters = 0;
  for (const [field, text] of Object.entries(bundle)) if (field.startsWith('r:') && typeof text === 'string') characters += text.length;
  return characters;
}
