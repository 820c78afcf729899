import type { ToolManifest } from '../tool.ts';

/** Health Matrix: what routes, cards and commands need to know of it. */
export const healthMatrix = {
  id: 'health-matrix',
  title: 'Health Matrix',
  summary: 'Days by measures, each by its distance from your own last four weeks. Sealed, and never a diagnosis.',
  icon: 'heartbeat',
  audience: 'owner',
  keepsRecords: true,
  stores: { health_feed_keeping: 'Whether Health Matrix keeps what a phone sent without asking' },
  terminal: { command: 'health-matrix', aliases: ['health'] },
  actions: [{ id: 'check-in', title: 'Check In', keywords: 'mood energy pain health today', at: '#checkin', isQuick: false }],
} as const satisfies ToolManifest;
