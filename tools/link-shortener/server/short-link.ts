import type { Clock } from '@castellan/foundation/clock';
import { z } from 'zod';
import { instantSchema, type ServerRows } from '../../../server/rows/server-rows.ts';

/** A link as the server needs it to lead on. */
export type ShortLink = {
  readonly id: string;
  readonly slug: string;
  /** Printable ASCII, http or https. */
  readonly url: string;
  readonly title: string;
  readonly expiresAtMs: number | undefined;
  readonly maxVisits: number | undefined;
  readonly passwordHash: string | undefined;
  /** How often it was opened, where it has a limit; as old as the answer. */
  readonly opened: number;
};

/** Finds the link of a slug; `undefined` where there is none. What is known is there at once, and no promise. */
export type FindShortLink = (slug: string) => ShortLink | undefined | Promise<ShortLink | undefined>;

/** How long an answer of the database is repeated: a change of a link shows so soon. */
const keptMs = 1000;

/** Slugs remembered, those that lead nowhere among them. The longest known goes first. */
const keptSlugs = 10_000;

/** A slug as it is stored: addresses that are typed from paper differ in case. `undefined` where no link can have it. */
export function readSlug(text: string): string | undefined {
  const slug = text.toLowerCase();
  return /^[a-z0-9][a-z0-9_-]{0,63}$/.test(slug) ? slug : undefined;
}

/** Links by their slugs, each asked for once a second at the most, however many want it. */
export function createShortLinkFinder(rows: ServerRows, clock: Clock): FindShortLink {
  const known = new Map<string, Known>();
  return (slug) => {
    const nowMs = clock.nowMs();
    const last = known.get(slug);
    // A clock that was set back knows nothing of when that was.
    if (last !== undefined && nowMs >= last.atMs && nowMs - last.atMs < keptMs) return last.found;
    known.delete(slug);
    const [oldest] = known.size >= keptSlugs ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    const found = readShortLink(rows, slug);
    const entry: Known = { atMs: nowMs, found };
    known.set(slug, entry);
    found.then(
      (link) => {
        entry.found = link;
      },
      () => {
        // A failure is nobody's answer but the one's who asked.
        if (known.get(slug) === entry) known.delete(slug);
      },
    );
    return found;
  };
}

/** What the database said of a slug, or is still being asked. */
type Known = { readonly atMs: number; found: ReturnType<FindShortLink> };

const linkSchema = z
  .object({
    id: z.uuid(),
    url: z.string(),
    title: z.string(),
    expires_at: instantSchema.nullable(),
    max_visits: z.int().nullable(),
    password_hash: z.string().nullable(),
    opened: z.int(),
  })
  .nullable();

async function readShortLink(rows: ServerRows, slug: string): Promise<ShortLink | undefined> {
  const link = await rows.call('server_find_short_link', { slug }, linkSchema);
  if (link === null) return undefined;
  return {
    id: link.id,
    slug,
    url: link.url,
    title: link.title,
    expiresAtMs: link.expires_at ?? undefined,
    maxVisits: link.max_visits ?? undefined,
    passwordHash: link.password_hash ?? undefined,
    opened: link.opened,
  };
}

/** Takes one of the openings of a link with a limit: where it leads now, or `undefined` once it opens no more. */
export async function takeOpening(rows: ServerRows, linkId: string): Promise<string | undefined> {
  return (await rows.call('server_open_short_link', { link_id: linkId }, z.string().nullable())) ?? undefined;
}
