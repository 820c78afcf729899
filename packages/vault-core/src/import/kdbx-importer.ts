import { fail, type Result, succeed } from '@castellan/foundation/result';
import type * as kdbxweb from 'kdbxweb';
import { type EntryField, entryKinds } from '../entries/entry.ts';
import { type Found, gatherDrafts, instantOf } from './draft.ts';
import { type ImportedFile, type ImportFailure, importLimits } from './import-model.ts';

const standardFields = new Set(['Title', 'UserName', 'Password', 'URL', 'Notes']);
const ownMarks = ['castellan.kind', 'castellan.favorite', 'castellan.canary', 'castellan.category', 'castellan.expires'];
/** What KeePassXC keeps beside an entry for itself. */
const foreignMarks = new Set(['_LAST_MODIFIED', 'KPXC_DECRYPTION_TIME_PREFERENCE']);

/**
 * Maps an open KeePass database: groups become categories (path without the root), the recycle bin the trash, strings custom
 * fields (hidden where protected), `otp`, `TOTP Seed` and `TimeOtp-*` the one-time secret, history the earlier versions.
 * Attachments, auto-type, icons, colours and plugins' data are listed, since entries have no place for them.
 */
export function importKdbx(database: kdbxweb.Kdbx, nowMs: number): Result<ImportedFile, ImportFailure> {
  const gathered = gatherDrafts('keepass-kdbx', nowMs);
  const bin = database.meta.recycleBinUuid?.id;
  let place = 0;
  const walk = (group: kdbxweb.KdbxGroup, path: readonly string[], isTrash: boolean): boolean => {
    if ((group.notes ?? '') !== '') gathered.lose({ place: 0, title: '', what: `notes of the group ${path.join('/')}` });
    for (const entry of group.entries) {
      place += 1;
      if (place > importLimits.rows) return false;
      gathered.add(place, readEntry(entry, path.join('/'), isTrash));
    }
    return group.groups.every((child) => {
      const isBin = child.uuid.id === bin;
      return walk(child, isBin ? [] : [...path, child.name ?? ''], isTrash || isBin);
    });
  };
  const isWithinLimit = database.groups.every((root) => walk(root, [], root.uuid.id === bin));
  return isWithinLimit ? succeed(gathered.finish()) : fail({ code: 'too_many_rows' });
}

function readEntry(entry: kdbxweb.KdbxEntry, category: string, isTrash: boolean): Found {
  const now = readVersion(entry, category);
  const trashedAt = isTrash ? (instant(entry.times.locationChanged) ?? now.updatedAt ?? instant(new Date(0))) : undefined;
  const history = entry.history.slice(-1000).map((version, index, all) => {
    return { replacedAt: instant((all[index + 1] ?? entry).times.lastModTime), found: readVersion(version, category) };
  });
  const marks = [...(entry.customData?.keys() ?? [])].filter((name) => !ownMarks.includes(name) && !foreignMarks.has(name));
  const losses = [
    ...attachmentsOf(entry),
    ...marks.map((name) => `plugin data: ${name}`),
    ...((entry.autoType.defaultSequence ?? '') !== '' || entry.autoType.items.length > 0 ? ['auto-type'] : []),
    ...(entry.customIcon === undefined ? [] : ['icon']),
    ...((entry.fgColor ?? '') !== '' || (entry.bgColor ?? '') !== '' ? ['colours'] : []),
  ];
  return { ...now, trashedAt, passwordChangedAt: passwordChangedAt(entry), history, losses };
}

/** The files of an entry by name, those that only earlier versions had among them. */
function attachmentsOf(entry: kdbxweb.KdbxEntry): readonly string[] {
  const filesOf = (version: kdbxweb.KdbxEntry) =>
    [...version.binaries].map(([name, file]) => ({ name, content: 'hash' in file ? file.hash : undefined }));
  const present = filesOf(entry);
  const isPresent = (old: (typeof present)[number]) => present.some(({ name, content }) => name === old.name && content === old.content);
  const earlier = entry.history.flatMap(filesOf).filter((old) => !isPresent(old));
  return [
    ...present.map(({ name }) => `attachment: ${name}`),
    ...new Set(earlier.map(({ name }) => `attachment of an earlier version: ${name}`)),
  ];
}

function readVersion(entry: kdbxweb.KdbxEntry, group: string): Found {
  const value = (name: string) => textOf(entry.fields.get(name));
  const mark = (name: string) => entry.customData?.get(name)?.value;
  const otp = readOtp(entry.fields);
  return {
    kind: entryKinds.find((kind) => kind === mark('castellan.kind')) ?? 'login',
    title: value('Title'),
    username: value('UserName'),
    password: value('Password'),
    url: value('URL'),
    notes: value('Notes'),
    totp: otp.totp,
    category: mark('castellan.category') ?? group,
    favorite: mark('castellan.favorite') === '1',
    canary: mark('castellan.canary') === '1',
    tags: entry.tags,
    createdAt: instant(entry.times.creationTime),
    updatedAt: instant(entry.times.lastModTime),
    expiresAt: entry.times.expires === true ? instant(entry.times.expiryTime) : undefined,
    fields: [
      ...[...entry.fields].flatMap(([name, field]): EntryField[] => {
        const isHomed = standardFields.has(name) || otp.used.includes(name);
        return isHomed ? [] : [{ name, value: textOf(field), hidden: typeof field !== 'string' }];
      }),
      ...((entry.overrideUrl ?? '') === '' ? [] : [{ name: 'override URL', value: entry.overrideUrl ?? '', hidden: false }]),
    ],
  };
}

/** Since when the present password has been the one: the oldest of the versions without a break that had it. */
function passwordChangedAt(entry: kdbxweb.KdbxEntry): string | undefined {
  const present = textOf(entry.fields.get('Password'));
  let since = entry;
  for (const version of [...entry.history].reverse()) {
    if (textOf(version.fields.get('Password')) !== present) break;
    since = version;
  }
  return instant(since.times.lastModTime);
}

/**
 * The one-time secret under the names programs give it: KeePassXC and KeeWeb `otp` (an otpauth address), older KeePassXC
 * `TOTP Seed` with `TOTP Settings` (`30;6`), KeePass `TimeOtp-Secret-Base32` (https://keepass.info/help/base/placeholders.html).
 */
function readOtp(fields: kdbxweb.KdbxEntry['fields']): { readonly totp: string; readonly used: readonly string[] } {
  const value = (name: string) => textOf(fields.get(name));
  if (value('otp') !== '') return { totp: value('otp'), used: ['otp'] };
  const address = (secret: string, query: string) => `otpauth://totp/?secret=${encodeURIComponent(secret.replace(/\s/g, ''))}${query}`;
  if (value('TOTP Seed') !== '') {
    const [period = '30', digits = '6'] = value('TOTP Settings').split(';');
    // Steam's codes (`30;S`) are no digits: the strings stay fields.
    if (/^\d*$/.test(period) && /^\d*$/.test(digits)) {
      return { totp: address(value('TOTP Seed'), `&period=${period || 30}&digits=${digits || 6}`), used: ['TOTP Seed', 'TOTP Settings'] };
    }
  }
  if (value('TimeOtp-Secret-Base32') === '') return { totp: '', used: [] };
  const algorithm = value('TimeOtp-Algorithm').replace('HMAC-', '').replace('-', '') || 'SHA1';
  const query = `&period=${value('TimeOtp-Period') || 30}&digits=${value('TimeOtp-Length') || 6}&algorithm=${algorithm}`;
  const used = ['TimeOtp-Secret-Base32', 'TimeOtp-Period', 'TimeOtp-Length', 'TimeOtp-Algorithm'];
  return { totp: address(value('TimeOtp-Secret-Base32'), query), used };
}

function textOf(field: kdbxweb.KdbxEntryField | undefined): string {
  return typeof field === 'string' ? field : (field?.getText() ?? '');
}

function instant(date: Date | undefined): string | undefined {
  return instantOf(date?.getTime());
}
