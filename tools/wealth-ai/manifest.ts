import type { ToolManifest } from '../tool.ts';

/** Wealth: what routes, cards and commands need to know of it. */
export const wealthAi = {
  id: 'wealth-ai',
  title: 'Wealth AI',
  summary: 'A sealed ledger with statements that prove themselves, and a forecast that names its low point.',
  icon: 'chart-line-up',
  audience: 'owner',
  keepsRecords: true,
  terminal: { command: 'wealth-ai', aliases: ['money', 'ledger'] },
  actions: [{ id: 'add-entry', title: 'Add Ledger Entry', keywords: 'new money spend expense income', at: '#ledger?new', isQuick: false }],
} as const satisfies ToolManifest;
