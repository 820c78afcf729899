import { type Entry, type EntryField, type EntryKind, type EntryVersion, maxEntryVersions } from '../entries/entry.ts';
import { entryLimits } from '../entries/entry-parse.ts';
import { type RecordType, writtenAs } from '../entries/record-type.ts';
import { savableEntry } from '../entries/savable-entry.ts';
import { upgradeEntry } from '../entries/typed-fields.ts';
import type { ImportDraft, ImportedFile, ImportFormat, ImportLoss, ImportRejection } from './import-model.ts';

/** What an importer found of one item. What is left out becomes empty. */
export type Found = {
  readonly kind?: EntryKind;
  /** Where it is more than the kind says. */
  readonly type?: RecordType | undefined;
  readonly title?: string;
  readonly username?: string;
  readonly url?: string;
  readonly password?: string;
  readonly notes?: string;
  readonly totp?: string;
  readonly category?: string;
  readonly favorite?: boolean;
  readonly canary?: boolean;
  readonly tags?: readonly string[];
  readonly createdAt?: string | undefined;
  readonly updatedAt?: string | undefined;
  readonly passwordChangedAt?: string | undefined;
  readonly expiresAt?: string | undefined;
  readonly trashedAt?: string | undefined;
  readonly fields?: readonly EntryField[];
  readonly history?: readonly EarlierFound[];
  /** What has no place, in words. */
  readonly losses?: readonly string[];
};

/** An earlier version as a file knows it. */
export type EarlierFound = { readonly replacedAt: string | undefined; readonly found: Found };

/** Gathers items into a file's worth of drafts, so that each importer only says what it found. */
export type Gatherer = {
  readonly add: (place: number, found: Found) => void;
  readonly reject: (place: number, reason: ImportRejection['reason']) => void;
  readonly lose: (loss: ImportLoss) => void;
  readonly finish: () => ImportedFile;
};

/** Starts gathering. `nowMs` stands in for every time that a file does not tell. */
export function gatherDrafts(format: ImportFormat, nowMs: number): Gatherer {
  const drafts: ImportDraft[] = [];
  const rejected: ImportRejection[] = [];
  const losses: ImportLoss[] = [];
  const now = new Date(nowMs).toISOString();
  return {
    add: (place, found) => {
      if (isEmpty(found)) {
        rejected.push({ place, reason: 'empty' });
        return;
      }
      const lost = [...(found.losses ?? [])];
      const entry = savableEntry(upgradeEntry(entryOf(found, now, lost)));
      if (!entry.ok) {
        rejected.push({ place, reason: entry.failure.code });
        return;
      }
      drafts.push({ place, entry: entry.value });
      for (const what of lost) losses.push({ place, title: entry.value.details.title, what });
    },
    reject: (place, reason) => rejected.push({ place, reason }),
    lose: (loss) => losses.push(loss),
    finish: () => ({ format, drafts, rejected, losses }),
  };
}

function isEmpty({ title, username, url, password, notes, totp, fields }: Found): boolean {
  return [title, username, url, password, notes, totp].every((text) => (text ?? '').trim() === '') && (fields ?? []).length === 0;
}

function entryOf(found: Found, now: string, losses: string[]): Entry {
  const present = presentOf(found, now);
  const earlier = (found.history ?? []).map(({ replacedAt, found: old }): EntryVersion => {
    return {
      replacedAt: replacedAt ?? present.details.updatedAt,
      ...presentOf({ title: found.title ?? '', ...old }, present.details.createdAt),
    };
  });
  earlier.sort((a, b) => (a.replacedAt < b.replacedAt ? 1 : a.replacedAt > b.replacedAt ? -1 : 0));
  if ((found.category ?? '').trim().length > entryLimits.category) losses.push(`end of the category: ${found.category}`);
  if (earlier.length > maxEntryVersions) losses.push(`${earlier.length - maxEntryVersions} oldest versions`);
  return { details: present.details, secrets: { ...present.secrets, history: earlier.slice(0, maxEntryVersions) } };
}

function presentOf(found: Found, now: string): Pick<EntryVersion, 'details' | 'secrets'> {
  const createdAt = found.createdAt ?? found.updatedAt ?? now;
  const updatedAt = found.updatedAt ?? createdAt;
  const { username = '', url = '', password = '', notes = '', totp = '' } = found;
  const own = { kind: found.kind ?? 'login', fields: found.fields ?? [] } as const;
  const written = found.type === undefined ? own : writtenAs(found.type, own.fields);
  return {
    details: {
      kind: written.kind,
      title: titleOf(found),
      username,
      url,
      category: categoryOf(found.category ?? ''),
      favorite: found.favorite ?? false,
      tags: [...new Set((found.tags ?? []).map((tag) => tag.trim()).filter((tag) => tag !== ''))],
      createdAt,
      updatedAt,
      passwordChangedAt: found.passwordChangedAt ?? updatedAt,
      expiresAt: found.expiresAt ?? null,
      trashedAt: found.trashedAt ?? null,
      canary: found.canary ?? false,
      hasTotp: totp !== '',
    },
    secrets: { password, notes, totp, fields: written.fields },
  };
}

function titleOf({ title = '', url = '', username = '' }: Found): string {
  if (title.trim() !== '') return title;
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(url)?.[1] ?? url.trim();
  return (host || username.trim() || 'Untitled').slice(0, 200);
}

/** The product's own categories in lower case, whatever the file's spelling; any other text as it is. */
function categoryOf(text: string): string {
  const trimmed = text.toWellFormed().replaceAll('\0', '').trim().slice(0, entryLimits.category).toWellFormed();
  const lower = trimmed.toLowerCase();
  return ['', 'general', 'social', 'work', 'finance'].includes(lower) ? lower || 'general' : trimmed;
}

/** A time as ISO 8601 in UTC; `undefined` where it is none or lies outside the years 1 to 9999. */
export function instantOf(value: unknown): string | undefined {
  const time = typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Date.parse(value) : Number.NaN;
  return time >= -62_135_596_800_000 && time < 253_402_300_800_000 ? new Date(time).toISOString() : undefined;
}
