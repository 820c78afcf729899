import { vaultLists } from '../../../../web/app/domains/passport/backup-findings.ts';
import type { CompleteRestore } from '../../../../web/app/domains/passport/complete-restore.ts';
import { type Rehearsal, unopenedOf } from '../../../../web/app/domains/passport/rehearse-restore.ts';
import type { RestoredList } from '../../../../web/app/domains/passport/restore-export.ts';
import { unopenedReason } from '../../../../web/app/domains/passport/restore-sealed.ts';

/** What became of every list of a backup, the vault's entries first. */
export function resultLists({ lists }: Rehearsal, result: CompleteRestore): readonly RestoredList[] {
  const entries = lists.find(({ name }) => name === vaultLists.entries);
  if (entries === undefined) return result.lists;
  const leftOut = unopenedOf(entries);
  const restored = result.entries.written;
  const ofVault = {
    ...{ name: entries.name, title: entries.title, restored, overwritten: 0, unlinked: 0, leftOut },
    kept: Math.max(0, entries.rows - restored - leftOut),
    reason: leftOut === 0 ? undefined : unopenedReason('unreadable', leftOut),
  };
  return [ofVault, ...result.lists];
}
