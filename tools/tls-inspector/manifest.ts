import type { ToolManifest } from '../tool.ts';

/** TLS Inspector: what routes, cards and commands need to know of it. */
export const tlsInspector = {
  id: 'tls-inspector',
  title: 'TLS Inspector',
<<<<<<< HEAD
  summary: 'Protocols, cipher suites, key exchange groups and certificates of a server, with a grade.',
=======
  summary: 'Every protocol, suite, group and certificate that a server offers, with its grade.',
  icon: 'certificate',
>>>>>>> w/play
  audience: 'look',
  takesTarget: true,
  terminal: { command: 'tls', aliases: ['tls-inspector'] },
} as const satisfies ToolManifest;
