import { useMemo, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { AppCapture } from '../../../web/app/domains/notes/app-captures.tsx';
import { keepVersions } from '../../../web/app/domains/notes/keep-versions.ts';
import { type Note, notes } from '../../../web/app/domains/notes/note.ts';
import { PageStateFrom } from '../../../web/app/domains/owner-page/head-state.tsx';
import { PageToolsFrom } from '../../../web/app/domains/owner-page/head-tools.tsx';
import type { SampleSwitch } from '../../../web/app/domains/owner-page/page-tools.ts';
import { SealedGate, stageOf } from '../../../web/app/domains/records/sealed-gate.tsx';
import { useCollection } from '../../../web/app/domains/records/use-collection.ts';
import type { Day } from '../../../web/app/domains/tasks/day.ts';
import { vaultOpenness } from '../../../web/app/domains/vault/vault-openness.ts';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { fetchedPart } from '../../../web/app/ui/fetched-part.tsx';
import type { NotesHand } from './notes-hand.ts';
import { undoTool } from './undo-tool.ts';
import { useSampleNotes } from './use-sample-notes.ts';

// Fetched when they are wanted: the locked page is seen without them.
const OpenMindVault = fetchedPart(async () => (await import('./open-mind-vault.tsx')).OpenMindVault);
const NotesInbox = fetchedPart(async () => (await import('../../../web/app/domains/notes/inbox/notes-inbox.client.tsx')).NotesInbox);
const SampleMindVault = fetchedPart(async () => {
  const { sampleNotes } = await import('./sample-notes.ts');
  return (props: Omit<SamplesProps, 'samples'>) => <SampleNotes {...props} samples={sampleNotes} />;
});

/** The notes while the vault is open; how many there are, and the way to open it, while it is not. Samples can be tried either way. */
export function SealedMindVault({ today }: { readonly today: Day }) {
  const collection = useCollection(notes, undoTool);
  const [isSampling, setSampling] = useState(false);
  const isNoteOpen = useLocation().hash.startsWith('#note=');
  const isWaiting = useSyncExternalStore(vaultOpenness.subscribe, vaultOpenness.hasWaiting);
  const hand = useMemo((): NotesHand => ({ ...collection, keepVersions, isSample: false }), [collection]);
  if (isSampling) return <SampleMindVault today={today} onClose={() => setSampling(false)} />;
  const isOpen = stageOf(hand.state) === 'open';
  const sample: SampleSwitch = { onShow: () => setSampling(true) };
  const isEmpty = hand.state.status === 'ready' && hand.state.rows.length === 0;
  return (
    <>
      <PageStateFrom records={hand.state} isVaultOpen={isOpen} />
      {isOpen ? null : <PageToolsFrom menu={{ hasKeys: true, sample }} />}
      <div className={classNames(!isOpen && 'mt-4')}>
        <SealedGate state={hand.state} noun={['note', 'notes']}>
          {() => (
            <>
              {/* Where there is room for one thing, an open note is it. */}
              <div className={classNames(isNoteOpen && 'hidden lg:block')}>{isWaiting ? <NotesInbox hand={hand} /> : null}</div>
              <OpenMindVault hand={hand} today={today} sample={sample} />
            </>
          )}
        </SealedGate>
      </div>
      <AppCapture state={hand.state} kind="note" />
      {isEmpty || hand.state.status === 'locked' ? (
        <p className="mt-6 flex flex-wrap items-center gap-3 text-muted">
          Five sample notes show what can be done here; they stay in the memory of this page.
          <GhostButton onClick={() => setSampling(true)}>Try it with sample data</GhostButton>
        </p>
      ) : null}
    </>
  );
}

type SamplesProps = { readonly today: Day; readonly samples: (now: Date) => readonly Note[]; readonly onClose: () => void };

function SampleNotes({ today, samples, onClose }: SamplesProps) {
  const hand = useSampleNotes(samples);
  return (
    <>
      <PageStateFrom sample={{ onLeave: onClose }} />
      <OpenMindVault hand={hand} today={today} sample={{ onLeave: onClose }} />
    </>
  );
}
