import { fail, type Result, succeed } from '@castellan/foundation/result';
import * as kdbxweb from 'kdbxweb';
import type { Entry, EntryContent, EntryDetails } from '../entries/entry.ts';
import { deriveWith } from '../import/kdbx-open.ts';
import type { Argon2 } from './archive-crypto.ts';
import { exportCost, minExportPasswordCharacters } from './encrypted-export.ts';

/** Why no KeePass file can be made. */
export type KdbxExportFailure = { readonly code: 'password_too_short' | 'derivation_failed' };

/** A KeePass file, and what it changed on the way. */
export type KdbxExport = {
  readonly bytes: Uint8Array;
  /** Characters left out of the names of fields, tags and categories, which XML cannot hold, and those that part tags, made blanks. */
  readonly characterLosses: number;
};

/**
 * Entries as a KDBX 4 database that KeePassXC, KeePass and KeeWeb open: AES-256, Argon2id with 64 MiB and 3 passes (kdbxweb's own
 * default of 1 MiB would be guessed 200 times faster). Categories become groups, `general` the root; the trash the recycle bin;
 * custom fields strings, protected where hidden; the one-time secret `otp`; earlier versions the history; what KeePass has
 * no word for (kind, favourite, canary) goes into custom data.
 */
export async function exportKdbx(
  entries: readonly Entry[],
  password: string,
  name: string,
  argon2: Argon2,
): Promise<Result<KdbxExport, KdbxExportFailure>> {
  if ([...password].length < minExportPasswordCharacters) return fail({ code: 'password_too_short' });
  const derivation = deriveWith(argon2);
  const credentials = new kdbxweb.KdbxCredentials(kdbxweb.ProtectedValue.fromString(password));
  await credentials.ready;
  const database = kdbxweb.Kdbx.create(credentials, name);
  database.createRecycleBin();
  setCost(database);
  const writer = { losses: 0 };
  const groupOf = groupFinder(database);
  for (const entry of entries) writeEntry(database, groupOf(entry.details), entry, writer);
  try {
    return succeed({ bytes: new Uint8Array(await database.save()), characterLosses: writer.losses });
  } catch (error) {
    if (derivation.hasFailed()) return fail({ code: 'derivation_failed' });
    throw error;
  }
}

function setCost(database: kdbxweb.Kdbx): void {
  database.setKdf(kdbxweb.Consts.KdfId.Argon2id);
  const types = kdbxweb.VarDictionary.ValueType;
  const parameters = database.header.kdfParameters;
  parameters?.set('M', types.UInt64, kdbxweb.Int64.from(exportCost.memoryKib * 1024));
  parameters?.set('I', types.UInt64, kdbxweb.Int64.from(exportCost.passes));
  parameters?.set('P', types.UInt32, exportCost.lanes);
  // Earlier versions are the owner's: KeePass would prune them to its default of ten.
  database.meta.historyMaxItems = 20;
}

function groupFinder(database: kdbxweb.Kdbx): (details: EntryDetails) => kdbxweb.KdbxGroup {
  const root = database.getDefaultGroup();
  const groups = new Map<string, kdbxweb.KdbxGroup>([['general', root]]);
  const bin = database.getGroup(database.meta.recycleBinUuid ?? root.uuid) ?? root;
  return ({ category, trashedAt }) => {
    if (trashedAt !== null) return bin;
    const found = groups.get(category) ?? database.createGroup(root, xmlText(category));
    groups.set(category, found);
    return found;
  };
}

type Writer = { losses: number };

function writeEntry(database: kdbxweb.Kdbx, group: kdbxweb.KdbxGroup, entry: Entry, writer: Writer): void {
  const { details, secrets } = entry;
  const made = database.createEntry(group);
  for (const version of [...secrets.history].reverse()) {
    writeVersion(made, version.details, version.secrets, writer);
    made.pushHistory();
  }
  writeVersion(made, details, secrets, writer);
  if (details.trashedAt !== null) made.times.locationChanged = new Date(details.trashedAt);
}

function writeVersion(made: kdbxweb.KdbxEntry, details: EntryDetails, secrets: EntryContent, writer: Writer): void {
  const text = (value: string) => {
    const safe = xmlText(value);
    writer.losses += value.length - safe.length;
    return safe;
  };
  // What XML would change (tabs, returns, control characters) is kept exactly by protecting it, which stores it as bytes.
  const exact = (value: string, hidden: boolean) => (hidden || needsProtection(value) ? kdbxweb.ProtectedValue.fromString(value) : value);
  made.fields = new Map<string, kdbxweb.KdbxEntryField>([
    ['Title', exact(details.title, false)],
    ['UserName', exact(details.username, false)],
    ['Password', kdbxweb.ProtectedValue.fromString(secrets.password)],
    ['URL', exact(details.url, false)],
    ['Notes', exact(secrets.notes, false)],
  ]);
  if (secrets.totp !== '') made.fields.set('otp', kdbxweb.ProtectedValue.fromString(otpAddress(secrets.totp, details.title)));
  for (const field of secrets.fields) made.fields.set(freeName(made.fields, text(field.name)), exact(field.value, field.hidden));
  made.tags = details.tags.map((tag) =>
    text(tag).replace(/[;,:]/g, () => {
      writer.losses += 1;
      return ' ';
    }),
  );
  made.times.creationTime = new Date(details.createdAt);
  made.times.lastModTime = new Date(details.updatedAt);
  made.times.expires = details.expiresAt !== null;
  if (details.expiresAt !== null) made.times.expiryTime = new Date(details.expiresAt);
  const marks = {
    kind: details.kind,
    favorite: details.favorite ? '1' : '0',
    canary: details.canary ? '1' : '0',
    category: text(details.category),
  };
  made.customData = new Map(Object.entries(marks).map(([key, value]) => [`castellan.${key}`, { value }]));
}

/** KeePassXC reads `otp` as an address only; a bare secret becomes one with the defaults that it stood for. */
function otpAddress(totp: string, title: string): string {
  if (totp.includes('://')) return totp;
  return `otpauth://totp/${encodeURIComponent(title.toWellFormed())}?secret=${totp.replace(/[\s-]/g, '').toUpperCase()}&period=30&digits=6`;
}

/** Names are unique in KeePass, and some are taken. */
function freeName(fields: ReadonlyMap<string, unknown>, name: string): string {
  const base = name.trim() === '' ? 'field' : name;
  let free = base;
  for (let number = 2; fields.has(free) || free === 'otp'; number += 1) free = `${base} (${number})`;
  return free;
}

function needsProtection(value: string): boolean {
  return value !== xmlText(value) || /[\t\r\u0085\u2028]/.test(value);
}

/** The text without what XML 1.0 §2.2 cannot hold. */
function xmlText(value: string): string {
  return value.replace(/[^\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}
