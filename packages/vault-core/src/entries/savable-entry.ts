import { utf8 } from '@castellan/foundation/bytes';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { maxEnvelopeCharacters } from '../manifest/vault-row.ts';
import type { Entry } from './entry.ts';
import { datesExist, entryLimits, parseDetails, parseSecrets } from './entry-parse.ts';

/**
 * Why a value from outside cannot be saved as an entry. `too_large`: a text or a list of it is beyond `entryLimits`, or the whole
 * of it beyond what a row holds; `not_savable`: it has no shape that an entry may have, or a member that no entry has.
 */
export type UnsavableEntry = { readonly code: 'too_large' | 'not_savable' };

const boundless: Readonly<Record<keyof typeof entryLimits, number>> = {
  ...{ title: Infinity, username: Infinity, url: Infinity, category: Infinity, tags: Infinity, tag: Infinity, password: Infinity },
  ...{ notes: Infinity, totp: Infinity, fields: Infinity, fieldName: Infinity, fieldValue: Infinity },
};

/** Bytes around what is sealed: nonces, tags, lengths, padding and the envelope's own words. */
const bytesAround = 400;

/** Reads a value as an entry that the vault can save, within the limits that hold for every entry. */
export function savableEntry(value: unknown): Result<Entry, UnsavableEntry> {
  const entry = readWithin(value, entryLimits);
  if (entry === undefined) return fail({ code: readWithin(value, boundless) === undefined ? 'not_savable' : 'too_large' });
  // The same members in another order are as long; one more makes it longer.
  const text = JSON.stringify(entry);
  if (JSON.stringify(value).length !== text.length || !hasDates(entry)) return fail({ code: 'not_savable' });
  return fitsRow(entry, text) ? succeed(entry) : fail({ code: 'too_large' });
}

function readWithin(value: unknown, limits: typeof boundless): Entry | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { details, secrets }: { readonly details?: unknown; readonly secrets?: unknown } = value;
  const [parsedDetails, parsedSecrets] = [parseDetails(details, limits), parseSecrets(secrets, limits)];
  return parsedDetails === undefined || parsedSecrets === undefined ? undefined : { details: parsedDetails, secrets: parsedSecrets };
}

function hasDates({ details, secrets }: Entry): boolean {
  const isInstant = (text: string) => !Number.isNaN(Date.parse(text));
  return datesExist(details) && secrets.history.every((version) => datesExist(version.details) && isInstant(version.replacedAt));
}

/** Whether a row holds the sealed entry, earlier versions aside: of those as many are kept as fit. */
function fitsRow({ details, secrets }: Entry, text: string): boolean {
  const most = (maxEnvelopeCharacters * 3) / 4 - bytesAround;
  if (text.length * 3 <= most) return true;
  return utf8(JSON.stringify({ details, secrets: { ...secrets, history: [] } })).length <= most;
}
