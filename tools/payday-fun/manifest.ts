import type { ToolManifest } from '../tool.ts';

/** Payday Fun: what routes, cards and commands need to know of it. */
export const paydayFun = {
  id: 'payday-fun',
  title: 'Payday Fun',
  summary: 'The next payday with the reason for its date, what is safe to spend until then, and prices in hours of work.',
  icon: 'currency-circle-dollar',
  audience: 'owner',
  keepsRecords: true,
  terminal: { command: 'payday-fun', aliases: ['payday', 'salary'] },
  actions: [{ id: 'add-pay', title: 'Add Pay', keywords: 'new salary wage income payday', at: '#new', isQuick: false }],
} as const satisfies ToolManifest;
