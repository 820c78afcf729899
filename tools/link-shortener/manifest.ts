import type { ToolManifest } from '../tool.ts';

/** Link Shortener: what routes, cards and commands need to know of it. */
export const linkShortener = {
  id: 'link-shortener',
  title: 'Link Shortener',
  summary: 'Short links on this site, with expiry, limits and passwords, and visits counted without knowing visitors.',
  icon: 'link',
  audience: 'owner',
  keepsRecords: true,
  terminal: { command: 'link-shortener', aliases: ['links'] },
  actions: [{ id: 'new-link', title: 'New Short Link', keywords: 'shorten url qr', at: '#new', isQuick: false }],
} as const satisfies ToolManifest;
