import type { ToolManifest } from '../tool.ts';

/** Settings: what routes, cards and commands need to know of it. */
export const settings = {
  id: 'settings',
  title: 'Settings',
  summary: 'Appearance, auto-lock, notifications, connected services and your data.',
  icon: 'gear-six',
  audience: 'owner',
  isBuiltIn: true,
  terminal: { command: 'settings', aliases: ['preferences'] },
} as const satisfies ToolManifest;
