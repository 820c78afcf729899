import type { ShortLink } from './links.ts';

/** How a link stands: it leads on, its time has passed, or all its openings are taken. */
export type LinkStatus = 'open' | 'expired' | 'used-up';

/** How a link stands at a moment, of which so many openings are taken. */
export function linkStatus(link: Pick<ShortLink, 'expires_at' | 'max_visits'>, opened: number, nowMs: number): LinkStatus {
  if (link.expires_at !== null && Date.parse(link.expires_at) <= nowMs) return 'expired';
  return link.max_visits !== null && opened >= link.max_visits ? 'used-up' : 'open';
}
