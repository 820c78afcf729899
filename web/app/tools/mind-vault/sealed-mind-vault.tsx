import { useMemo, useState } from 'react';
import { keepVersions } from '../../domains/notes/keep-versions.ts';
import { notes } from '../../domains/notes/note.ts';
import { SealedGate } from '../../domains/records/sealed-gate.tsx';
import { SyncStatus } from '../../domains/records/sync-status.tsx';
import { useCollection } from '../../domains/records/use-collection.ts';
import type { Day } from '../../domains/tasks/day.ts';
import { Button } from '../../ui/button.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import type { NotesHand } from './notes-hand.ts';
import { OpenMindVault } from './open-mind-vault.tsx';
import { undoTool } from './undo-tool.ts';
import { useSampleNotes } from './use-sample-notes.ts';

/** The notes while the vault is open; how many there are, and the way to open it, while it is not. Samples can be tried either way. */
export function SealedMindVault({ today }: { readonly today: Day }) {
  const collection = useCollection(notes, undoTool);
  const [isSampling, setSampling] = useState(false);
  const hand = useMemo((): NotesHand => ({ ...collection, keepVersions, isSample: false }), [collection]);
  if (isSampling) return <SampleMindVault today={today} onClose={() => setSampling(false)} />;
  const isEmpty = hand.state.status === 'ready' && hand.state.rows.length === 0;
  return (
    <>
      <div className="mt-3 mb-4">
        <SyncStatus state={hand.state} />
      </div>
      <SealedGate state={hand.state} noun={['note', 'notes']}>
        {() => <OpenMindVault hand={hand} today={today} />}
      </SealedGate>
      {isEmpty || hand.state.status === 'locked' ? (
        <p className="mt-6 flex flex-wrap items-center gap-3 text-muted">
          Five sample notes show what can be done here; they stay in the memory of this page.
          <Button tone="ghost" onClick={() => setSampling(true)}>
            Try the samples
          </Button>
        </p>
      ) : null}
    </>
  );
}

function SampleMindVault({ today, onClose }: { readonly today: Day; readonly onClose: () => void }) {
  const hand = useSampleNotes();
  return (
    <>
      <div className="mt-3 mb-4 flex flex-wrap items-center justify-between gap-3">
        <StatusMark kind="info">Sample notes, in memory only. Nothing of them is kept or sent.</StatusMark>
        <Button tone="ghost" onClick={onClose}>
          Close the samples
        </Button>
      </div>
      <OpenMindVault hand={hand} today={today} />
    </>
  );
}
