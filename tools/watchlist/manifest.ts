import type { ToolManifest } from '../tool.ts';

/** Watchlist: what routes, cards and commands need to know of it. */
export const watchlist = {
  id: 'watchlist',
  title: 'Watchlist',
  summary: 'Films and shows to watch, a diary of those watched, seasons and episodes, and the figures of a year.',
  icon: 'film-slate',
  audience: 'owner',
  keepsRecords: true,
  terminal: { command: 'watchlist', aliases: ['films', 'shows'] },
  actions: [{ id: 'new-film', title: 'New Film or Show', keywords: 'add watch movie film show series', at: '#add', isQuick: false }],
} as const satisfies ToolManifest;
