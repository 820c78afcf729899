import type { ToolManifest } from '../tool.ts';

/** Threat Monitor: what routes, cards and commands need to know of it. */
export const threatMonitor = {
  id: 'threat-monitor',
  title: 'Threat Monitor',
  summary: 'Known and exploited vulnerabilities in what you run, ranked, with the reason for each and its due date.',
  icon: 'shield-warning',
  audience: 'owner',
  keepsRecords: true,
  terminal: { command: 'threat-monitor', aliases: ['threats'] },
} as const satisfies ToolManifest;
