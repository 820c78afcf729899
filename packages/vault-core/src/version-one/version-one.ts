import { fromBase64Url, ownBytes, textOf, utf8, wipe } from '@castellan/foundation/bytes';
import { frame } from '@castellan/foundation/framing';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { parseJson } from '../crypto/canonical-json.ts';
import { digestOf, ivBytes, openBytes } from '../crypto/sealing.ts';
import type { Entry } from '../entries/entry.ts';
import { entryLimits } from '../entries/entry-parse.ts';
import { maxEnvelopeCharacters, type VaultRow } from '../manifest/vault-row.ts';
import type { Bytes, PlatformKey, VaultCrypto } from '../ports.ts';

/** How a text of version 1 spells its bytes: the format never fixed it. */
export type VersionOneEncoding = 'base64' | 'hex' | 'json';

/** Why a row of version 1 gives no entry: not in any known spelling, sealed under another master or changed, or not text. */
export type VersionOneFailure = { readonly code: 'v1_malformed' | 'v1_unreadable' | 'v1_too_large' };

const noAad: Bytes = new Uint8Array(0);
/** An iv and a tag around nothing. */
const minSealedBytes = ivBytes + 16;

/** The 32 bytes that version 1 used as its key: SHA-256 of the master. Whoever holds the old check value holds this key. */
export async function versionOneKeyBytes(crypto: VaultCrypto, master: string): Promise<Bytes> {
  return new Uint8Array(await crypto.digest('SHA-256', utf8(master)));
}

/** The key of version 1, for reading. */
export function importVersionOneKey(crypto: VaultCrypto, raw: Bytes): Promise<PlatformKey> {
  return crypto.importKey('raw', raw, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
}

/** iv ‖ ciphertext ‖ tag of a text of version 1, and how it was spelled; `undefined` where it is none. */
export function parseVersionOne(text: string): { readonly encoding: VersionOneEncoding; readonly sealed: Bytes } | undefined {
  if (text.length > maxEnvelopeCharacters) return undefined;
  const trimmed = text.trim();
  const parsed = spelledBytes(trimmed);
  return parsed !== undefined && parsed.sealed.byteLength >= minSealedBytes ? parsed : undefined;
}

function spelledBytes(trimmed: string): { readonly encoding: VersionOneEncoding; readonly sealed: Bytes } | undefined {
  if (trimmed.startsWith('{')) {
    const sealed = jsonBytes(parseJson(trimmed));
    return sealed && { encoding: 'json', sealed };
  }
  // Hex digits are base64 digits too; a text of nothing but hex is hex, because chance would need a tag of hex digits only.
  const hex = hexBytes(trimmed);
  if (hex !== undefined) return { encoding: 'hex', sealed: hex };
  const sealed = base64Bytes(trimmed);
  return sealed && { encoding: 'base64', sealed };
}

function jsonBytes(value: unknown): Bytes | undefined {
  if (typeof value !== 'object' || value === null || !('iv' in value)) return undefined;
  const content = 'data' in value ? value.data : 'ciphertext' in value ? value.ciphertext : undefined;
  const iv = anyBytes(value.iv);
  const data = anyBytes(content);
  if (iv?.byteLength !== ivBytes || data === undefined) return undefined;
  return ownBytes([...iv, ...data]);
}

function anyBytes(value: unknown): Bytes | undefined {
  if (typeof value === 'string') return hexBytes(value) ?? base64Bytes(value);
  if (!Array.isArray(value) || !value.every((item) => Number.isInteger(item) && item >= 0 && item <= 255)) return undefined;
  return ownBytes(value);
}

function hexBytes(text: string): Bytes | undefined {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return undefined;
  return Uint8Array.from({ length: text.length / 2 }, (_, index) => Number.parseInt(text.slice(2 * index, 2 * index + 2), 16));
}

function base64Bytes(text: string): Bytes | undefined {
  const plain = text
    .replace(/[\r\n]/g, '')
    .replace(/={1,2}$/, '')
    .replace(/\+/g, '-')
    .replace(/\//g, '_');
  return plain === '' ? undefined : fromBase64Url(plain);
}

/** The entry that a row of version 1 holds; every readable column goes in, and a missing title is taken from the address. */
export async function openVersionOne(crypto: VaultCrypto, key: PlatformKey, row: VaultRow): Promise<Result<Entry, VersionOneFailure>> {
  const parsed = parseVersionOne(row.password_encrypted);
  if (parsed === undefined) return fail({ code: 'v1_malformed' });
  const plain = await openBytes(crypto, key, noAad, parsed.sealed);
  const password = plain && textOf(plain);
  if (plain !== undefined) wipe(plain);
  if (password === undefined) return fail({ code: 'v1_unreadable' });
  const entry = entryOfRow(row, password);
  return entry === undefined ? fail({ code: 'v1_too_large' }) : succeed(entry);
}

function entryOfRow(row: VaultRow, password: string): Entry | undefined {
  const { username, url, notes, favorite } = row;
  const title = row.title.trim() || hostOf(url) || username.trim().slice(0, entryLimits.title) || 'Untitled';
  const category = row.category.trim() || 'general';
  const tooLong =
    title.length > entryLimits.title ||
    username.length > entryLimits.username ||
    url.length > entryLimits.url ||
    category.length > entryLimits.category ||
    notes.length > entryLimits.notes ||
    password.length > entryLimits.password;
  // Nothing is cut off in silence: such a row stays as it is and is named.
  if (tooLong) return undefined;
  const created = Date.parse(row.created_at);
  const date = new Date(Number.isNaN(created) ? 0 : created).toISOString();
  const dates = { createdAt: date, updatedAt: date, passwordChangedAt: date, expiresAt: null, trashedAt: null };
  return {
    details: { kind: 'login', title, username, url, category, favorite, tags: [], ...dates, canary: false, hasTotp: false },
    secrets: { password, notes, totp: '', fields: [], history: [] },
  };
}

function hostOf(url: string): string {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#\s@]+)/i.exec(url.trim())?.[1]?.slice(0, entryLimits.title) ?? '';
}

/** What a migration remembers of a row before it touches it: every column of version 1, so that none can be exchanged unnoticed. */
export function versionOneDigest(crypto: VaultCrypto, row: VaultRow): Promise<string> {
  return digestOf(
    crypto,
    frame(
      'castellan.entry.1',
      row.id,
      row.title,
      row.username,
      row.url,
      row.notes,
      row.category,
      String(row.favorite),
      row.password_encrypted,
    ),
  );
}
