import { textOf, utf8 } from '@castellan/foundation/bytes';
import * as z from 'zod/mini';
import { savableEntry } from '../entries/savable-entry.ts';
import type { Bytes } from '../ports.ts';
import { type ImportDraft, type ImportedFile, type ImportRejection, importFormats, importLimits } from './import-model.ts';
import { readJson } from './read-json.ts';

const place = z.int().check(z.minimum(0));
const reasons = ['not_an_item', 'empty', 'too_large', 'not_savable', 'columns_missing', 'code_unsupported'] as const;

const packedSchema = z.strictObject({
  format: z.enum(importFormats),
  drafts: z.array(z.strictObject({ place, entry: z.unknown() })).check(z.maxLength(importLimits.rows)),
  rejected: z.array(z.strictObject({ place, reason: z.enum(reasons) })),
  losses: z.array(z.strictObject({ place, title: z.string(), what: z.string() })),
});

/**
 * What a file held, as bytes: whoever hands them on from one Worker to another makes no text of them, and can overwrite them.
 * `undefined` where they would be more than `importLimits.unpackedBytes`.
 */
export function packImport(file: ImportedFile): Bytes | undefined {
  const packed = utf8(JSON.stringify(file));
  return packed.length > importLimits.unpackedBytes ? undefined : packed;
}

/**
 * Reads what `packImport` wrote, as strictly as a file: who read the file met foreign bytes. An entry that the vault cannot save is
 * rejected, and keeps no other from being read; `undefined` where the whole is none.
 */
export function unpackImport(packed: Uint8Array): ImportedFile | undefined {
  const text = packed.length > importLimits.unpackedBytes ? undefined : textOf(packed);
  const value = text === undefined ? undefined : readJson(text);
  const parsed = value?.ok === true ? packedSchema.safeParse(value.value) : undefined;
  if (parsed?.success !== true) return undefined;
  const drafts: ImportDraft[] = [];
  const rejected: ImportRejection[] = [...parsed.data.rejected];
  for (const draft of parsed.data.drafts) {
    const entry = savableEntry(draft.entry);
    if (entry.ok) drafts.push({ place: draft.place, entry: entry.value });
    else rejected.push({ place: draft.place, reason: entry.failure.code });
  }
  return { ...parsed.data, drafts, rejected };
}
