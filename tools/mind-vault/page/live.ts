import { notesCollection } from '../../../web/app/domains/notes/notes.collection.ts';
import { whileOpen } from '../../../web/app/domains/vault/while-open.ts';
import type { ToolLive } from '../../tool-live.ts';

/** Mind Vault: its figures, what waits in its inbox, and the palette's typed line. */
export const mindVaultLive: ToolLive = {
  sealed: notesCollection,
  metrics: whileOpen(() => import('./live/metrics.ts')),
  metricLabels: ['Notes', 'Edited in 7 days'],
  due: whileOpen(() => import('./live/due.ts')),
  capture: { prefix: '~', noun: 'note', of: notesCollection, supply: () => import('./live/capture.ts') },
};
