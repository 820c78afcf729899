import { readCsv, writeCsv } from '@castellan/exports/csv';
import { type ImportedRecord, type ImportPlan, planImport, type RejectedLine } from '../../../web/app/domains/exchange/plan-import.ts';
import type { ShortLink } from './links.ts';
import { makeSlug } from './make-slug.ts';
import { readLink } from './read-link.ts';

/** A file, and the links that it is compared with. `origin`: where links lead from, which none may lead to. */
export type GivenLinkFile = {
  readonly file: Blob;
  readonly name: string;
  readonly rows: readonly ShortLink[];
  readonly origin: string;
  readonly now: Date;
};

const columns = ['slug', 'url', 'title', 'tags', 'expires_at', 'max_visits'] as const;

/** Links read at once: a file of more is a mistake. */
const maxLinks = 10_000;

/** Names that other shorteners give to the same columns in their exports. */
const otherNames: Readonly<Record<string, (typeof columns)[number]>> = {
  'short code': 'slug',
  shortcode: 'slug',
  keyword: 'slug',
  address: 'slug',
  'long url': 'url',
  longurl: 'url',
  target: 'url',
  destination: 'url',
  name: 'title',
  description: 'title',
  'expires at': 'expires_at',
  'max visits': 'max_visits',
};

/**
 * Reads links from CSV whose first line names the columns; only `url` is needed. A slug that is here already is that link, so that
 * a file which is read again adds nothing. `undefined`: no such file.
 */
export function readLinkCsv(text: string, existing: readonly ShortLink[], origin: string, now: Date): ImportPlan | undefined {
  const {
    rows: [header = [], ...rows],
    lines,
  } = readCsv(text);
  const names = header.map((name) => {
    const plain = name.trim().toLowerCase();
    return otherNames[plain] ?? plain;
  });
  if (!names.includes('url')) return undefined;
  const records: ImportedRecord[] = [];
  const rejected: RejectedLine[] = [];
  const slugOfUrl = new Map(existing.map(({ url, slug }) => [url, slug]));
  for (const [index, row] of rows.entries()) {
    const cell = (name: (typeof columns)[number]) => row[names.indexOf(name)] ?? '';
    const line = lines[index + 1] ?? 0;
    const read = readLink(
      {
        url: cell('url'),
        slug: cell('slug'),
        title: cell('title'),
        tags: cell('tags'),
        expires: cell('expires_at'),
        maxVisits: cell('max_visits'),
      },
      origin,
    );
    if (!read.ok) rejected.push({ line, text: row.join(', ').slice(0, 80), reason: read.failure.sentence });
    else if (records.length >= maxLinks)
      rejected.push({ line, text: read.value.url.slice(0, 80), reason: `A file has at most ${maxLinks} links.` });
    else {
      // Without a slug the same destination is the same link.
      const slug = read.value.slug === '' ? (slugOfUrl.get(read.value.url) ?? makeSlug()) : read.value.slug;
      slugOfUrl.set(read.value.url, slug);
      const given = Object.entries({ ...read.value, slug }).filter(([name]) => name === 'slug' || names.includes(name));
      records.push({ line, externalId: slug, fields: Object.fromEntries(given) });
    }
  }
  const bySlug = existing.map((link) => ({ ...link, source: 'csv', external_id: link.slug }));
  return planImport({ records, rejected }, bySlug, 'csv', now);
}

/** Writes links as CSV. Passwords are not in it. */
export function formatLinkCsv(links: readonly ShortLink[]): string {
  return writeCsv([
    columns,
    ...links.map(({ slug, url, title, tags, expires_at, max_visits }) => [
      slug,
      url,
      title,
      tags.join(', '),
      expires_at === null ? '' : new Date(expires_at).toISOString(),
      max_visits === null ? '' : String(max_visits),
    ]),
  ]);
}
