import type { ToolManifest } from '../tool.ts';

/** The arcade: what routes, cards and commands need to know of it. */
export const letsGame = {
  id: 'lets-game',
  title: 'Arcade',
  summary: 'Two engraved games, a seed of the day, and scores that prove themselves: every one is a game that can be watched again.',
  icon: 'game-controller',
  audience: 'public',
  keepsPublicFrame: true,
  terminal: { command: 'arcade', aliases: ['lets-game'] },
} as const satisfies ToolManifest;
