import type { ToolManifest } from '../tool.ts';

/** JWT Lab: what routes, cards and commands need to know of it. */
export const jwtLab = {
  id: 'jwt-lab',
  title: 'JWT Lab',
  summary: 'Read, verify, sign, decrypt and attack tokens. Nothing leaves this page.',
  icon: 'key',
  audience: 'public',
  terminal: { command: 'jwt-lab', aliases: ['jwt'] },
} as const satisfies ToolManifest;
