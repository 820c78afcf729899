import type { ToolManifest } from '../tool.ts';

/** HTTP Auditor: what routes, cards and commands need to know of it. */
export const httpAuditor = {
  id: 'http-auditor',
  title: 'HTTP Auditor',
  summary: 'Headers, cookies and redirects, scored by the rules of the HTTP Observatory, with a fix for each finding.',
  icon: 'globe',
  audience: 'look',
  takesTarget: true,
  terminal: { command: 'http', aliases: ['http-auditor', 'headers'] },
} as const satisfies ToolManifest;
