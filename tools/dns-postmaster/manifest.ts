import type { ToolManifest } from '../tool.ts';

/** DNS Postmaster: what routes, cards and commands need to know of it. */
export const dnsPostmaster = {
  id: 'dns-postmaster',
  title: 'DNS Postmaster',
  summary: 'Mail and DNS configuration of a domain, and how a receiver evaluates one message.',
  icon: 'mailbox',
  audience: 'look',
  takesTarget: true,
  terminal: { command: 'postmaster', aliases: ['dns-postmaster'] },
} as const satisfies ToolManifest;
