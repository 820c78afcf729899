import type { ToolManifest } from '../tool.ts';

/** Snake: what routes, cards and commands need to know of it. */
export const snakeGame = {
  id: 'snake-game',
  title: 'Snake',
  summary: 'A guilloche line that weaves longer with every rosette it eats. Walls or open edges, with a clock or turn by turn.',
  icon: 'wave-square',
  audience: 'public',
  keepsPublicFrame: true,
  terminal: { command: 'snake', aliases: ['snake-game'] },
} as const satisfies ToolManifest;
