import type { ToolManifest } from '../tool.ts';

/** TLS Inspector: what routes, cards and commands need to know of it. */
export const tlsInspector = {
  id: 'tls-inspector',
  title: 'TLS Inspector',
  summary: 'Every protocol, suite, group and certificate that a server offers, with its grade.',
  icon: 'certificate',
  audience: 'look',
  takesTarget: true,
  terminal: { command: 'tls', aliases: ['tls-inspector'] },
} as const satisfies ToolManifest;
