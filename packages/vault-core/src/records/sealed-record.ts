import type { FrameParts } from '@castellan/foundation/framing';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { canonicalJson } from '../crypto/canonical-json.ts';
import { collectionKeyOf, type KeySet } from '../crypto/keyring.ts';
import { openJson, sealJson } from '../crypto/sealing.ts';
import { isIdentifier } from '../identifier.ts';
import { keysFor, type OpenVault } from '../manifest/open-vault.ts';
import type { VaultPorts } from '../ports.ts';
import { isCollection } from './collection-name.ts';

/** What a text is of: a record as the server keeps it, or a change of one that this browser has not sent yet. */
export type RecordClass = 'row' | 'change';

/** Where a sealed text belongs. It opens nowhere else. */
export type RecordPlace = {
  readonly class: RecordClass;
  /** The collection's name: a letter, then letters, digits and underscores, all small, 63 at most. */
  readonly collection: string;
  readonly id: string;
  /** Of a row its version, of a change the moment it was made at; an integer from 1. */
  readonly version: number;
};

/** The readable members of a record, by their names. */
export type RecordFields = Readonly<Record<string, unknown>>;

/** A stored text, taken apart but not opened. */
export type RecordEnvelope = { readonly keyId: string; readonly version: number; readonly sealed: string };

/**
 * Why a text gives no record. `unknown_version`: a format this program does not know; `malformed`: no text of version 2;
 * `stale`: an earlier version of the record than its row claims; `altered`: a later one; `unknown_key`: sealed under a key that
 * this vault does not have; `unreadable`: a byte of it, its record, its collection or its owner is not what was sealed;
 * `locked`: the keys in memory open the details of entries only.
 */
export type RecordOpenFailure = {
  readonly code: 'unknown_version' | 'malformed' | 'stale' | 'altered' | 'unknown_key' | 'unreadable' | 'locked';
};

/** Why a record is not sealed. */
export type RecordSealFailure = { readonly code: 'locked' | 'record_invalid' | 'record_too_large' };

/** Characters of a sealed record beyond which it is neither made nor read: a note of two million characters in any script. */
export const maxRecordCharacters = 8_388_608;

/** The same of a change, which holds what the fields become, what its writer saw, and what somebody else wrote. */
const maxChangeCharacters = 3 * maxRecordCharacters;

const shape = /^r2\.([A-Za-z0-9_-]{22})\.([1-9]\d{0,14})\.([A-Za-z0-9_-]+)$/;

/** Takes a stored text apart without opening anything. */
export function parseRecordEnvelope(text: string): Result<RecordEnvelope, RecordOpenFailure> {
  if (text.length > maxChangeCharacters) return fail({ code: 'malformed' });
  const [, keyId, version, sealed] = shape.exec(text) ?? [];
  if (keyId !== undefined && version !== undefined && sealed !== undefined) return succeed({ keyId, version: Number(version), sealed });
  return fail({ code: /^r(?!2\.)\d+\./.test(text) ? 'unknown_version' : 'malformed' });
}

function recordAad(userId: string, place: RecordPlace, keyId: string): FrameParts {
  return ['castellan.record.2', place.class, userId, place.collection, place.id, String(place.version), keyId];
}

/** Seals a record's fields for its place, under the vault's present key. */
export async function sealRecord(
  ports: VaultPorts,
  vault: Pick<OpenVault, 'userId' | 'keys'>,
  place: RecordPlace,
  fields: RecordFields,
): Promise<Result<string, RecordSealFailure>> {
  if (vault.keys.secrets === undefined) return fail({ code: 'locked' });
  if (!isPlace(place) || !isWritable(fields)) return fail({ code: 'record_invalid' });
  const { keyId } = vault.keys;
  const key = await collectionKeyOf(ports.crypto, vault.keys.secrets, place.collection);
  const text = `r2.${keyId}.${place.version}.${await sealJson(ports, key, recordAad(vault.userId, place, keyId), fields)}`;
  return text.length > maxCharactersOf(place) ? fail({ code: 'record_too_large' }) : succeed(text);
}

/** A record's fields, if the text was sealed for this place under a key of this vault: the present one or, while a rotation runs, a retired one. */
export async function openRecord(
  ports: Pick<VaultPorts, 'crypto'>,
  vault: Pick<OpenVault, 'userId' | 'keys' | 'retired'>,
  place: RecordPlace,
  text: string,
): Promise<Result<RecordFields, RecordOpenFailure>> {
  const envelope = parseRecordEnvelope(text);
  if (!envelope.ok) return envelope;
  const { keyId, version, sealed } = envelope.value;
  if (text.length > maxCharactersOf(place)) return fail({ code: 'malformed' });
  if (version !== place.version) return fail({ code: version < place.version ? 'stale' : 'altered' });
  const keys: KeySet | undefined = keysFor(vault, keyId);
  if (keys === undefined) return fail({ code: 'unknown_key' });
  if (keys.secrets === undefined) return fail({ code: 'locked' });
  if (!isPlace(place)) return fail({ code: 'unreadable' });
  const key = await collectionKeyOf(ports.crypto, keys.secrets, place.collection);
  const fields = await openJson(ports.crypto, key, recordAad(vault.userId, place, keyId), sealed);
  return isFields(fields) ? succeed(fields) : fail({ code: 'unreadable' });
}

const maxCharactersOf = (place: RecordPlace): number => (place.class === 'row' ? maxRecordCharacters : maxChangeCharacters);

function isPlace({ collection, id, version }: RecordPlace): boolean {
  return isCollection(collection) && isIdentifier(id) && Number.isSafeInteger(version) && version >= 1 && version < 1e15;
}

/** Whether a value can be the fields of a record. */
export function isFields(value: unknown): value is RecordFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the fields can be written at all: nested too deeply they cannot. */
function isWritable(fields: RecordFields): boolean {
  try {
    canonicalJson(fields);
    return true;
  } catch {
    return false;
  }
}
