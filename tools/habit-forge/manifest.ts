import type { ToolManifest } from '../tool.ts';

/** Habit Forge: what routes, cards and commands need to know of it. */
export const habitForge = {
  id: 'habit-forge',
  title: 'Habit Forge',
  summary: 'Habits by the week, with a score that forgives a missed day, a year of rings, and ticks that say where they came from.',
  icon: 'hammer',
  audience: 'owner',
  keepsRecords: true,
  terminal: { command: 'habit-forge', aliases: ['habits'] },
  actions: [{ id: 'new-habit', title: 'New Habit', keywords: 'add create streak routine', at: '#add', isQuick: false }],
} as const satisfies ToolManifest;
