import { notesCollection } from '../../domains/notes/notes.collection.ts';
import { whileOpen } from '../../domains/vault/while-open.ts';
import type { ToolLive } from '../tool-live.ts';

/** Mind Vault: its figures, and the palette's typed line. */
export const mindVaultLive: ToolLive = {
  sealed: notesCollection,
  metrics: whileOpen(() => import('./live/metrics.ts')),
  metricLabels: ['Notes', 'Edited in 7 days'],
  capture: { prefix: '~', noun: 'note', of: notesCollection, supply: () => import('./live/capture.ts') },
};
