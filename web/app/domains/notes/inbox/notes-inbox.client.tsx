import { useSyncExternalStore } from 'react';
import type { CollectionInHand } from '../../records/use-collection.ts';
import { browserVault } from '../../vault/browser-vault.client.ts';
import type { Note } from '../note.ts';
import { Inbox } from './inbox.tsx';

type NotesInboxProps = { readonly hand: Pick<CollectionInHand<Note>, 'state' | 'edit' | 'undo'> };

/** The vault's inbox above the open notes. */
export function NotesInbox({ hand }: NotesInboxProps) {
  const { inbox, read, subscribe, actions } = browserVault();
  const state = useSyncExternalStore(subscribe, read);
  if (state.stage !== 'open' || state.tier !== 'secrets') return null;
  return (
    <div className="mb-6">
      <Inbox inbox={inbox} hand={hand} pending={state.pending} drafts={state.drafts} onDropDraft={actions.dropDraft} />
    </div>
  );
}
