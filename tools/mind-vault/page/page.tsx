import { useCallback, useEffect } from 'react';
import { unlistedHead } from '../../../web/app/domains/apps/unlisted-head.ts';
import type { Command, KeyList } from '../../../web/app/domains/commands/command.ts';
import { useCommands } from '../../../web/app/domains/commands/use-commands.ts';
import { noteFilePartsCollection } from '../../../web/app/domains/notes/note-file-parts.collection.ts';
import { noteFilesCollection } from '../../../web/app/domains/notes/note-files.collection.ts';
import { noteImportsCollection } from '../../../web/app/domains/notes/note-imports.collection.ts';
import { noteVersionsCollection } from '../../../web/app/domains/notes/note-versions.collection.ts';
import { notesCollection } from '../../../web/app/domains/notes/notes.collection.ts';
import { OwnerPage } from '../../../web/app/domains/owner-page/owner-page.tsx';
import { openRecords } from '../../../web/app/domains/records/open-records.ts';
import { dateLabel, dayOf } from '../../../web/app/domains/tasks/day.ts';
import { SecretRoot } from '../../../web/app/domains/vault/secret-root.tsx';
import { useNow } from '../../../web/app/ui/use-now.ts';
import { mindVault } from '../manifest.ts';
import { mindVaultKeys } from './keys.ts';
import { SealedMindVault } from './sealed-mind-vault.tsx';

export const meta = unlistedHead(mindVault);

const keeps = [notesCollection, noteVersionsCollection, noteFilesCollection, noteFilePartsCollection, noteImportsCollection];

const keyLists: readonly KeyList[] = [mindVaultKeys];
const noCommands: readonly Command[] = [];

/** The owner's notes. What is readable is drawn in a root of its own, which a lock drops. */
export default function MindVaultPage() {
  const today = dayOf(new Date(useNow(60_000)));
  const draw = useCallback(() => <SealedMindVault today={today} />, [today]);
  useCommands(noCommands, keyLists);
  useEffect(() => void openRecords().emptyTrash(), []);
  return (
    <OwnerPage tool={mindVault} keeps={keeps} note={dateLabel(today)}>
      <SecretRoot draw={draw} />
    </OwnerPage>
  );
}
