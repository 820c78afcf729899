import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { LinkDraft } from './links.ts';

/** What was typed, or stands in a line of a file. */
export type TypedLink = {
  readonly url: string;
  readonly slug: string;
  readonly title: string;
  /** Between commas. */
  readonly tags: string;
  /** As `<input type="datetime-local">` gives it, or with a zone; empty for never. */
  readonly expires: string;
  /** Empty for any number. */
  readonly maxVisits: string;
};

/** What is wrong, in a sentence, and with which field. */
export type LinkFault = { readonly code: 'link_refused'; readonly field: keyof TypedLink; readonly sentence: string };

/** Reads a link from what was typed. `slug` stays empty where none was; `origin` is this site's, whose short links no link may lead to. */
export function readLink(typed: TypedLink, origin: string): Result<LinkDraft, LinkFault> {
  const refuse = (field: keyof TypedLink, sentence: string) => fail({ code: 'link_refused' as const, field, sentence });
  const url = readDestination(typed.url);
  if (url === undefined) return refuse('url', 'A destination begins with https:// or http:// and has a host.');
  if (url.length > 2048) return refuse('url', 'A destination has at most 2048 characters.');
  if (url.toLowerCase().startsWith(`${origin}/s/`)) return refuse('url', 'This is a short link already: one must not lead to another.');
  const slug = typed.slug.trim().toLowerCase();
  if (slug !== '' && !/^[a-z0-9][a-z0-9_-]{0,63}$/.test(slug))
    return refuse('slug', 'Letters a to z, digits, - and _, at most 64, beginning with a letter or digit.');
  const title = typed.title.trim().replace(/\s+/g, ' ');
  if (title.length > 200) return refuse('title', 'At most 200 characters.');
  const tags = [...new Set(typed.tags.split(',').map((tag) => tag.trim().replace(/^#/, '')))].filter((tag) => tag !== '');
  if (tags.length > 20 || tags.join('').length > 500) return refuse('tags', 'At most 20 tags with 500 characters together.');
  const expires = typed.expires.trim();
  const expiresAt = expires === '' ? null : new Date(expires);
  if (expiresAt !== null && !(expiresAt.getTime() > Date.UTC(2000) && expiresAt.getTime() < Date.UTC(2200)))
    return refuse('expires', 'A day and a time between 2000 and 2200.');
  const limit = typed.maxVisits.trim();
  if (limit !== '' && !(/^\d{1,7}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 1_000_000))
    return refuse('maxVisits', 'A whole number, 1 to 1000000.');
  return succeed({ url, slug, title, tags, expires_at: expiresAt?.toISOString() ?? null, max_visits: limit === '' ? null : Number(limit) });
}

/** An http or https address as a browser writes it; `example.org/talk` is taken for https. */
function readDestination(text: string): string | undefined {
  const trimmed = text.trim();
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^/]*:\d+(\/|$)/.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(whole)) return undefined;
  const { protocol, hostname, href } = new URL(whole);
  if ((protocol !== 'https:' && protocol !== 'http:') || !/[.:]|^localhost$/.test(hostname)) return undefined;
  // The parser leaves a few signs as they are; a header takes none but these.
  return /^[\x21-\x7E]+$/.test(href) ? href : undefined;
}
