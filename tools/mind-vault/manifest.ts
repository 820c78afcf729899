import type { ToolManifest } from '../tool.ts';

/** Mind Vault: what routes, cards and commands need to know of it. */
export const mindVault = {
  id: 'mind-vault',
  title: 'Mind Vault',
  summary: 'Sealed notes that link to each other, in Markdown, with Obsidian vaults in and out.',
  icon: 'note',
  audience: 'owner',
  keepsRecords: true,
  terminal: { command: 'mind-vault', aliases: ['notes'] },
  actions: [
    { id: 'daily-note', title: 'Today’s Note', keywords: 'daily journal diary mind vault', at: '#today', isQuick: false },
    { id: 'blank-note', title: 'New Note in Mind Vault', keywords: 'add capture write markdown', at: '#new', isQuick: false },
  ],
} as const satisfies ToolManifest;
