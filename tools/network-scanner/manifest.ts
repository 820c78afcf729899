import type { ToolManifest } from '../tool.ts';

/** Network Scanner: what routes, cards and commands need to know of it. */
export const networkScanner = {
  id: 'network-scanner',
  title: 'Network Scanner',
  summary: 'Which ports of a host or a network are open, and what listens there.',
  icon: 'network',
  audience: 'look',
  takesTarget: true,
  terminal: { command: 'scan', aliases: ['network-scanner', 'ports'] },
} as const satisfies ToolManifest;
