import type { ToolManifest } from '../tool.ts';

/** Subdomain Radar: what routes, cards and commands need to know of it. */
export const subdomainRadar = {
  id: 'subdomain-radar',
  title: 'Subdomain Radar',
  summary: 'Names below a domain, where they lead, and which of them could be taken over.',
  icon: 'broadcast',
  audience: 'look',
  takesTarget: true,
  terminal: { command: 'subdomains', aliases: ['subdomain-radar'] },
} as const satisfies ToolManifest;
