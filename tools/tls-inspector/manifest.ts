import type { ToolManifest } from '../tool.ts';

/** TLS Inspector: what routes, cards and commands need to know of it. */
export const tlsInspector = {
  id: 'tls-inspector',
  title: 'TLS Inspector',
  summary: 'Protocols, cipher suites, key exchange groups and certificates of a server, with a grade.',
  icon: 'certificate',
  audience: 'look',
  takesTarget: true,
  terminal: { command: 'tls', aliases: ['tls-inspector'] },
} as const satisfies ToolManifest;
