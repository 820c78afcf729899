import type { ToolManifest } from '../tool.ts';

/** Counterfeit, the arcade game of 1978 by its own rules: what routes, cards and commands need to know of it. */
export const spaceInvaders = {
  id: 'space-invaders',
  title: 'Counterfeit',
  summary: 'Forged seals march down the plate in five rows, by the rules of the arcade in 1978. Strike them before they land.',
  icon: 'alien',
  audience: 'public',
  keepsPublicFrame: true,
  terminal: { command: 'counterfeit', aliases: ['invaders', 'space-invaders'] },
} as const satisfies ToolManifest;
