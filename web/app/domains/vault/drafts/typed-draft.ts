import { parseDetails, parseSecrets } from '@castellan/vault-core/entries/entry-parse';
import type { EntryDraft, TypedDraft } from '../contract/vault-drafts.ts';
import { draftOf, emptyDraft } from '../entries/entry-draft.ts';
import { newEntry } from '../entries/new-entry.ts';

/** Reads what a draft holds. Whoever can write into the browser's storage can seal one: it is read as strictly as a file. */
export function parseTypedDraft(value: unknown): TypedDraft | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { entryId, baseVersion, draft, finished }: Readonly<Record<string, unknown>> = { ...value };
  if (entryId !== null && typeof entryId !== 'string') return undefined;
  if (baseVersion !== null && !(typeof baseVersion === 'number' && Number.isSafeInteger(baseVersion))) return undefined;
  const parsed = parseDraft(draft);
  return parsed === undefined || typeof finished !== 'boolean' ? undefined : { entryId, baseVersion, draft: parsed, finished };
}

function parseDraft(value: unknown): EntryDraft | undefined {
  if (typeof value !== 'object' || value === null || !('details' in value && 'secrets' in value)) return undefined;
  const { details, secrets } = value;
  if (typeof details !== 'object' || typeof secrets !== 'object') return undefined;
  // A half-typed entry may have no title yet, which a whole one must.
  const isUntitled = details !== null && 'title' in details && details.title === '';
  const blank = newEntry(emptyDraft, 0);
  const parsedDetails = parseDetails({ ...blank.details, ...details, ...(isUntitled ? { title: '-' } : {}) });
  const parsedSecrets = parseSecrets({ ...blank.secrets, ...secrets, history: [] });
  if (parsedDetails === undefined || parsedSecrets === undefined) return undefined;
  return draftOf(isUntitled ? { ...parsedDetails, title: '' } : parsedDetails, parsedSecrets);
}
