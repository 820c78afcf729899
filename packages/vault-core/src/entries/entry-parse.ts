import {
  type EntryContent,
  type EntryDetails,
  type EntryField,
  type EntryHoldings,
  type EntryKind,
  type EntrySecrets,
  type EntryVersion,
  entryKinds,
  maxEntryVersions,
} from './entry.ts';
import { maxHintedUrls } from './entry-hints.ts';
import { parseOrigins } from './entry-origins.ts';

/** Characters and counts beyond which an entry is refused, whoever sealed it. */
export const entryLimits = {
  title: 1_000,
  username: 2_000,
  url: 8_000,
  /** Of what the table of entries holds readably beside the sealed text. */
  category: 100,
  tags: 100,
  tag: 200,
  password: 20_000,
  notes: 200_000,
  totp: 4_000,
  fields: 200,
  fieldName: 500,
  fieldValue: 50_000,
} as const;

/** The same names with other numbers. */
type EntryLimits = Readonly<Record<keyof typeof entryLimits, number>>;

type Loose = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;
// The shape only, for speed: ten thousand lists of dates are read at each unlock. What is sealed again is checked in full.
const isDate = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= 20 && value.length <= 30 && value.endsWith('Z');
const isDateOrNull = (value: unknown): value is string | null => value === null || isDate(value);
// PostgreSQL's texts hold every character but U+0000, and no half of a pair: one such category would stop a whole batch.
const isColumnText = (text: string) => text !== '' && !text.includes('\0') && text.isWellFormed();
const isKind = (value: unknown): value is EntryKind => entryKinds.some((kind) => kind === value);

/** The details that a JSON value holds, by the names known here and no others, or `undefined`. */
export function parseDetails(value: unknown, limits: EntryLimits = entryLimits): EntryDetails | undefined {
  if (!isObject(value)) return undefined;
  const { kind, title, username, url, category, favorite, tags, canary, hasTotp } = value;
  const { createdAt, updatedAt, passwordChangedAt, expiresAt, trashedAt } = value;
  if (!isKind(kind) || !isText(title, limits.title) || title === '' || !isText(username, limits.username)) return undefined;
  if (!isText(url, limits.url) || !isText(category, limits.category) || !isColumnText(category)) return undefined;
  if (typeof favorite !== 'boolean' || typeof canary !== 'boolean' || typeof hasTotp !== 'boolean') return undefined;
  if (!isDate(createdAt) || !isDate(updatedAt) || !isDate(passwordChangedAt) || !isDateOrNull(expiresAt) || !isDateOrNull(trashedAt))
    return undefined;
  if (!Array.isArray(tags) || tags.length > limits.tags || !tags.every((tag) => isText(tag, limits.tag))) return undefined;
  const [holds, type, urls] = [parseHoldings(value['holds']), parseType(value['type']), parseUrls(value['urls'], limits)];
  // In the order of their names, so that canonical JSON can be written in one go.
  return {
    canary,
    category,
    createdAt,
    expiresAt,
    favorite,
    hasTotp,
    ...(holds === undefined ? {} : { holds }),
    kind,
    passwordChangedAt,
    tags,
    title,
    trashedAt,
    ...(type === undefined ? {} : { type }),
    updatedAt,
    url,
    ...(urls === undefined ? {} : { urls }),
    username,
  };
}

// An invalid hint is left out; the entry is read all the same.
function parseHoldings(value: unknown): EntryHoldings | undefined {
  if (!isObject(value)) return undefined;
  const { fields, hidden, note, password } = value;
  const isCount = (count: unknown): count is number => Number.isInteger(count) && Number(count) >= 0 && Number(count) <= entryLimits.fields;
  if (!isCount(fields) || !isCount(hidden) || typeof note !== 'boolean' || typeof password !== 'boolean') return undefined;
  return { fields, hidden, note, password };
}

function parseType(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z][a-z-]{0,30}$/.test(value) ? value : undefined;
}

function parseUrls(value: unknown, limits: EntryLimits): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const urls = value.filter((url) => isText(url, limits.url)).slice(0, maxHintedUrls);
  return urls.length === 0 ? undefined : urls;
}

/** The secrets that a JSON value holds, or `undefined`. */
export function parseSecrets(value: unknown, limits: EntryLimits = entryLimits): EntrySecrets | undefined {
  const present = parsePresent(value, limits);
  if (present === undefined || !isObject(value)) return undefined;
  const { history } = value;
  if (!Array.isArray(history) || history.length > maxEntryVersions) return undefined;
  const versions: EntryVersion[] = [];
  for (const item of history) {
    const version = parseVersion(item, limits);
    if (version === undefined) return undefined;
    versions.push(version);
  }
  const { fields, notes, password, totp } = present;
  const origins = parseOrigins(value['origins']);
  // In the order of their names, too.
  return { fields, history: versions, notes, ...(origins.length === 0 ? {} : { origins }), password, totp };
}

function parsePresent(value: unknown, limits: EntryLimits): EntryContent | undefined {
  if (!isObject(value)) return undefined;
  const { password, notes, totp, fields } = value;
  if (!isText(password, limits.password) || !isText(notes, limits.notes) || !isText(totp, limits.totp)) return undefined;
  if (!Array.isArray(fields) || fields.length > limits.fields) return undefined;
  const parsed: EntryField[] = [];
  for (const field of fields) {
    if (!isObject(field)) return undefined;
    const { name, value: content, hidden } = field;
    if (!isText(name, limits.fieldName) || !isText(content, limits.fieldValue) || typeof hidden !== 'boolean') return undefined;
    parsed.push({ hidden, name, value: content });
  }
  return { fields: parsed, notes, password, totp };
}

function parseVersion(value: unknown, limits: EntryLimits): EntryVersion | undefined {
  if (!isObject(value)) return undefined;
  const details = parseDetails(value['details'], limits);
  const secrets = parsePresent(value['secrets'], limits);
  const { replacedAt } = value;
  return details === undefined || secrets === undefined || !isDate(replacedAt) ? undefined : { details, replacedAt, secrets };
}

/** Whether every date of an entry's details is one that exists. */
export function datesExist(details: EntryDetails): boolean {
  const { createdAt, updatedAt, passwordChangedAt, expiresAt, trashedAt } = details;
  return [createdAt, updatedAt, passwordChangedAt, expiresAt, trashedAt].every((date) => date === null || !Number.isNaN(Date.parse(date)));
}
