import type { FrameParts } from '@castellan/foundation/framing';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { KeySet } from '../crypto/keyring.ts';
import { openJson, openPadded, sealJson, sealPadded } from '../crypto/sealing.ts';
import { maxEnvelopeCharacters } from '../manifest/vault-row.ts';
import type { Bytes, VaultCrypto, VaultPorts } from '../ports.ts';
import type { Entry, EntryDetails, EntrySecrets } from './entry.ts';
import { datesExist, parseDetails, parseSecrets } from './entry-parse.ts';

/** An entry's stored text, taken apart but not opened. */
export type EntryEnvelope = { readonly keyId: string; readonly version: number; readonly details: string; readonly secrets: string };

/**
 * Why a stored text gives no entry. `unknown_version`: a format this program does not know; `malformed`: not in the shape of
 * version 2; `unknown_key`: sealed under a key that this vault does not have; `unreadable`: a byte of it, its place or its
 * owner is not what was sealed; `locked`: the keys in memory open the details only.
 */
export type EnvelopeFailure = { readonly code: 'unknown_version' | 'malformed' | 'unknown_key' | 'unreadable' | 'locked' };

/** Why an entry is not sealed. */
export type EntryFailure = { readonly code: 'entry_invalid' | 'entry_too_large' };

/** Whose entry it is. */
export type EntryPlace = { readonly userId: string; readonly entryId: string };

// The sealed halves' characters are checked where they are decoded.
const shape = /^v2\.([A-Za-z0-9_-]{22})\.([1-9]\d{0,14})\.([^.]+)\.([^.]+)$/;

/** Whether a stored text claims to be of version 2 (or later); everything else is of version 1. */
export function isSealedEntry(text: string): boolean {
  return /^v\d+\./.test(text);
}

/** Takes a stored text apart without opening anything. */
export function parseEntryEnvelope(text: string): Result<EntryEnvelope, EnvelopeFailure> {
  if (text.length > maxEnvelopeCharacters) return fail({ code: 'malformed' });
  const [, keyId, version, details, secrets] = shape.exec(text) ?? [];
  if (keyId !== undefined && version !== undefined && details !== undefined && secrets !== undefined) {
    return succeed({ keyId, version: Number(version), details, secrets });
  }
  return fail({ code: isSealedEntry(text) && !text.startsWith('v2.') ? 'unknown_version' : 'malformed' });
}

function entryAad(half: 'details' | 'secrets', { userId, entryId }: EntryPlace, version: number, keyId: string): FrameParts {
  return ['castellan.entry.2', half, userId, entryId, String(version), keyId];
}

/** An entry's stored text, and its details as they were sealed: by the known names and no others. */
export type SealedEntry = { readonly text: string; readonly details: EntryDetails };

/** Seals both halves of an entry. The oldest versions in its history are dropped until the text fits. */
export async function sealEntry(
  ports: VaultPorts,
  keys: KeySet,
  place: EntryPlace,
  version: number,
  entry: Entry,
): Promise<Result<SealedEntry, EntryFailure | { readonly code: 'locked' }>> {
  if (keys.secrets === undefined) return fail({ code: 'locked' });
  const details = parseDetails(entry.details);
  const secrets = parseSecrets(entry.secrets);
  if (details === undefined || secrets === undefined || !datesExist(details)) return fail({ code: 'entry_invalid' });
  const detailsText = await sealJson(ports, keys.details.entry, entryAad('details', place, version, keys.keyId), details);
  let { history } = secrets;
  for (;;) {
    const aad = entryAad('secrets', place, version, keys.keyId);
    const secretsText = await sealJson(ports, keys.secrets.entry, aad, { ...secrets, history });
    const text = `v2.${keys.keyId}.${version}.${detailsText}.${secretsText}`;
    if (text.length <= maxEnvelopeCharacters) return succeed({ text, details });
    if (history.length === 0) return fail({ code: 'entry_too_large' });
    history = history.slice(0, Math.floor(history.length / 2));
  }
}

/** The details of an entry, if the text was sealed for this place under this key. */
export async function openDetails(
  crypto: VaultCrypto,
  keys: KeySet,
  place: EntryPlace,
  envelope: EntryEnvelope,
): Promise<Result<EntryDetails, EnvelopeFailure>> {
  if (envelope.keyId !== keys.keyId) return fail({ code: 'unknown_key' });
  const aad = entryAad('details', place, envelope.version, envelope.keyId);
  const details = parseDetails(await openJson(crypto, keys.details.entry, aad, envelope.details));
  return details === undefined ? fail({ code: 'unreadable' }) : succeed(details);
}

/** The secrets of an entry, if the text was sealed for this place under this key, and the keys in memory reach so far. */
export async function openSecrets(
  crypto: VaultCrypto,
  keys: KeySet,
  place: EntryPlace,
  envelope: EntryEnvelope,
): Promise<Result<EntrySecrets, EnvelopeFailure>> {
  if (envelope.keyId !== keys.keyId) return fail({ code: 'unknown_key' });
  if (keys.secrets === undefined) return fail({ code: 'locked' });
  const aad = entryAad('secrets', place, envelope.version, envelope.keyId);
  const secrets = parseSecrets(await openJson(crypto, keys.secrets.entry, aad, envelope.secrets));
  return secrets === undefined ? fail({ code: 'unreadable' }) : succeed(secrets);
}

const iconShape = /^i2\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]+)$/;
const maxIconCharacters = 200_000;

function iconAad({ userId, entryId }: EntryPlace, keyId: string): FrameParts {
  return ['castellan.entry.2', 'icon', userId, entryId, keyId];
}

/** Seals a site's icon for an entry. */
export async function sealIcon(ports: VaultPorts, keys: KeySet, place: EntryPlace, icon: Uint8Array): Promise<string> {
  return `i2.${keys.keyId}.${await sealPadded(ports, keys.details.icon, iconAad(place, keys.keyId), icon)}`;
}

/** The icon's bytes, if they were sealed for this entry under this key. */
export async function openIcon(
  crypto: VaultCrypto,
  keys: KeySet,
  place: EntryPlace,
  text: string,
): Promise<Result<Bytes, EnvelopeFailure>> {
  if (text.length > maxIconCharacters) return fail({ code: 'malformed' });
  const [, keyId, sealed] = iconShape.exec(text) ?? [];
  if (keyId === undefined || sealed === undefined) return fail({ code: /^i(?!2\.)\d+\./.test(text) ? 'unknown_version' : 'malformed' });
  if (keyId !== keys.keyId) return fail({ code: 'unknown_key' });
  const icon = await openPadded(crypto, keys.details.icon, iconAad(place, keyId), sealed);
  return icon === undefined ? fail({ code: 'unreadable' }) : succeed(icon);
}
