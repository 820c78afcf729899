import type { ToolManifest } from '../tool.ts';

/** Settings: what routes, cards and commands need to know of it. */
export const settings = {
  id: 'settings',
  title: 'Settings',
  summary: 'How it looks, when it locks, what rings, whom the server asks, and where everything is kept.',
  icon: 'gear-six',
  audience: 'owner',
  isBuiltIn: true,
  terminal: { command: 'settings', aliases: ['preferences'] },
} as const satisfies ToolManifest;
