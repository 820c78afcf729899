import type { ToolManifest } from '../tool.ts';

/** Productivity: what routes, cards and commands need to know of it. */
export const productivity = {
  id: 'productivity',
  title: 'Productivity',
  summary: 'Tasks from a typed line, a day that says what fits into it, a board, a week and a focus timer.',
  icon: 'check-square',
  audience: 'owner',
  keepsRecords: true,
  terminal: { command: 'productivity', aliases: ['tasks'] },
  stores: { productivity_hours: 'How many hours a day has' },
  actions: [
    { id: 'add-task', title: 'Add Task', keywords: 'new quick todo', at: '#add', isQuick: true },
    { id: 'new-note', title: 'New Note', keywords: 'add write sealed', at: '#notes?new', isQuick: true },
  ],
} as const satisfies ToolManifest;
