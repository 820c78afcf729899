import type { ToolManifest } from '../tool.ts';

/** Privacy Report: what routes, cards and commands need to know of it. */
export const privacyReport = {
  id: 'privacy-report',
  title: 'Privacy Report',
  summary: 'What this browser tells every site, how rare it is, and what to change. Nothing leaves this page.',
  icon: 'fingerprint',
  audience: 'public',
  terminal: { command: 'privacy-report', aliases: ['privacy'] },
  stores: { privacy_report_history: 'Earlier privacy reports: values as hashes, and their bits' },
} as const satisfies ToolManifest;
