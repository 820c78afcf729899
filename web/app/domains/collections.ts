import { apiLabRecordsCollection } from '../../../tools/api-lab/page/api-lab-records.collection.ts';
import { habitMonthsCollection } from '../../../tools/habit-forge/page/habit-months.collection.ts';
import { habitsCollection } from '../../../tools/habit-forge/page/habits.collection.ts';
import { healthMonthsCollection } from '../../../tools/health-matrix/page/health-months.collection.ts';
import { shortLinksCollection } from '../../../tools/link-shortener/page/short-links.collection.ts';
import { payPlansCollection } from '../../../tools/payday-fun/page/plan/pay-plans.collection.ts';
import { threatInventoriesCollection } from '../../../tools/threat-monitor/page/threat-inventories.collection.ts';
import { engagementsCollection } from './engagements/engagements.collection.ts';
import { healthFeedKeysCollection } from './health-feed/health-feed-keys.collection.ts';
import { mediaEntriesCollection } from './media/media-entries.collection.ts';
import { mediaGoalsCollection } from './media/media-goals.collection.ts';
import { mediaItemsCollection } from './media/media-items.collection.ts';
import { moneyCollection } from './money/money.collection.ts';
import { noteFilePartsCollection } from './notes/note-file-parts.collection.ts';
import { noteFilesCollection } from './notes/note-files.collection.ts';
import { noteImportsCollection } from './notes/note-imports.collection.ts';
import { noteVersionsCollection } from './notes/note-versions.collection.ts';
import { notesCollection } from './notes/notes.collection.ts';
import type { DeclaredCollection } from './records/declared-collection.ts';
import { focusSessionsCollection } from './tasks/focus-sessions.collection.ts';
import { tasksCollection } from './tasks/tasks.collection.ts';

/**
 * Every kind of record. The only list: export, passport, the rotation of the vault's key and the policy matrix read it, and a test
 * compares it with the database. The file of a tool's own collection lies in the tool's folder.
 */
export const collections: readonly DeclaredCollection[] = [
  tasksCollection,
  notesCollection,
  noteVersionsCollection,
  noteFilesCollection,
  noteFilePartsCollection,
  noteImportsCollection,
  focusSessionsCollection,
  shortLinksCollection,
  apiLabRecordsCollection,
  habitsCollection,
  habitMonthsCollection,
  healthMonthsCollection,
  healthFeedKeysCollection,
  mediaItemsCollection,
  mediaEntriesCollection,
  mediaGoalsCollection,
  moneyCollection,
  threatInventoriesCollection,
  payPlansCollection,
  engagementsCollection,
];
