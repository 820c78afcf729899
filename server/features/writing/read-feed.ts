import { cleanText } from '@castellan/exports/plain-text';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { BlogPost } from '@castellan/web/site-proof';
import { parseDocument } from 'htmlparser2';
import { type FeedEntry, readEntries } from './feed-entries.ts';

/** `not_a_feed`: neither RSS nor Atom, or no XML. `no_posts`: not one entry has a title and a web address. */
export type FeedFailure = { readonly code: 'not_a_feed' | 'no_posts' };

/** As many as the home page shows. */
const shownPosts = 3;

const maxTitle = 160;
const maxAddress = 2048;

/** Markup nested deeper than this in a title is left out. */
const maxDepth = 20;

/**
 * The newest posts of an RSS 1.0 or 2.0 or Atom feed, the newest first; those without a date keep the feed's order and come
 * last. Titles are plain text, addresses lead to the web and nowhere else. `feedUrl` is what relative addresses are relative
 * to. Never throws.
 */
export function readFeed(text: string, feedUrl: string): Result<readonly BlogPost[], FeedFailure> {
  const entries = readEntries(text);
  if (entries === undefined) return fail({ code: 'not_a_feed' });
  const posts = new Map<string, BlogPost>();
  for (const entry of entries) {
    const post = postOf(entry, feedUrl);
    if (post !== undefined && !posts.has(post.url)) posts.set(post.url, post);
  }
  if (posts.size === 0) return fail({ code: 'no_posts' });
  // Stable: what is equal keeps its order.
  const sorted = [...posts.values()].toSorted((left, right) => compare(right.publishedOn ?? '', left.publishedOn ?? ''));
  return succeed(sorted.slice(0, shownPosts));
}

/** The text of a feed in the encoding that its head names, of those that browsers know; UTF-8 where it names none. */
export function decodeFeed(body: Uint8Array, contentType: string | undefined): string {
  const start = new TextDecoder('latin1').decode(body.subarray(0, 200));
  const label =
    /charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType ?? '')?.[1] ?? /^[^<]*<\?xml[^>]*\bencoding\s*=\s*["']([\w-]{1,40})/.exec(start)?.[1];
  try {
    return new TextDecoder(label ?? 'utf-8').decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

function postOf({ title, link, date }: FeedEntry, feedUrl: string): BlogPost | undefined {
  const url = webAddressOf(link, feedUrl);
  const named = titleOf(title);
  return url === undefined || named === '' ? undefined : { title: named, url, publishedOn: dayOf(date) };
}

function webAddressOf(link: string, feedUrl: string): string | undefined {
  if (link.trim() === '' || link.length > maxAddress) return undefined;
  const url = URL.parse(link.trim(), feedUrl);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return url.href.length > maxAddress ? undefined : url.href;
}

/** A title as plain text: feeds may write it as markup. */
function titleOf(title: string): string {
  const plain = textOf(parseDocument(title.slice(0, maxTitle * 4)), 0);
  return cleanText(plain.replaceAll(/\s+/g, ' ').trim(), maxTitle);
}

type Node = { readonly type: string; readonly data?: string; readonly children?: readonly unknown[] };

function textOf(node: Node, depth: number): string {
  if (node.type === 'text') return node.data ?? '';
  if (depth > maxDepth || node.type === 'script' || node.type === 'style') return '';
  return (node.children ?? []).map((child) => textOf(child as Node, depth + 1)).join('');
}

/** The day of a date that can be one: feeds that name none, or nonsense, have none. */
function dayOf(date: string): string | undefined {
  const atMs = Date.parse(date.trim());
  return atMs >= 0 && atMs < Date.UTC(2200, 0) ? new Date(atMs).toISOString().slice(0, 10) : undefined;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
