import type { ToolManifest } from '../tool.ts';

/** Library: what routes, cards and commands need to know of it. */
export const library = {
  id: 'library',
  title: 'Library',
  summary: 'Books to read, how far they are read, a diary of readings, and the figures of a year.',
  icon: 'book-open',
  audience: 'owner',
  keepsRecords: true,
  terminal: { command: 'library', aliases: ['books'] },
  actions: [{ id: 'new-book', title: 'New Book', keywords: 'add read book isbn', at: '#add', isQuick: false }],
} as const satisfies ToolManifest;
