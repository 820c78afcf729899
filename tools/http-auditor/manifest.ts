import type { ToolManifest } from '../tool.ts';

/** HTTP Auditor: what routes, cards and commands need to know of it. */
export const httpAuditor = {
  id: 'http-auditor',
  title: 'HTTP Auditor',
<<<<<<< HEAD
  summary: 'Headers, cookies and redirects, scored by the rules of the HTTP Observatory, with a fix for each finding.',
=======
  summary: 'Headers, cookies and redirects, scored by the HTTP Observatory’s rules, with the fix for each point lost.',
  icon: 'globe',
>>>>>>> w/play
  audience: 'look',
  takesTarget: true,
  terminal: { command: 'http', aliases: ['http-auditor', 'headers'] },
} as const satisfies ToolManifest;
