import type { ToolManifest } from '../tool.ts';

/** JWT Lab: what routes, cards and commands need to know of it. */
export const jwtLab = {
  id: 'jwt-lab',
  title: 'JWT Lab',
<<<<<<< HEAD
  summary: 'Read, verify, sign, decrypt and attack tokens. Nothing leaves this page.',
=======
  summary: 'Read, verify, sign and attack signed tokens. Nothing leaves this page.',
  icon: 'key',
>>>>>>> w/play
  audience: 'public',
  terminal: { command: 'jwt-lab', aliases: ['jwt'] },
} as const satisfies ToolManifest;
