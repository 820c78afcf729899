import type { ToolManifest } from '../tool.ts';

/** Threat Monitor: what routes, cards and commands need to know of it. */
export const threatMonitor = {
  id: 'threat-monitor',
  title: 'Threat Monitor',
<<<<<<< HEAD
  summary: 'Known and exploited vulnerabilities in what you run, ranked, with the reason for each and its due date.',
=======
  summary: 'Known exploited vulnerabilities, ranked by what you run, with the reason for each and the day it is to be fixed by.',
  icon: 'shield-warning',
>>>>>>> w/play
  audience: 'owner',
  keepsRecords: true,
  terminal: { command: 'threat-monitor', aliases: ['threats'] },
} as const satisfies ToolManifest;
