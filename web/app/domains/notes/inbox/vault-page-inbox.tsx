import { useSyncExternalStore } from 'react';
import type { CollectionState } from '../../records/collection-state.ts';
import { useCollection } from '../../records/use-collection.ts';
import type { VaultInbox } from '../../vault/captures/vault-inbox.ts';
import { type Note, notes } from '../note.ts';
import type { EntryRowsProps } from './entry-rows.tsx';
import { Inbox } from './inbox.tsx';

type VaultPageInboxProps = EntryRowsProps & { readonly inbox: VaultInbox };

/** The inbox on a page that has no notes in hand: they are read once something was captured. */
export function VaultPageInbox(props: VaultPageInboxProps) {
  const captures = useSyncExternalStore(props.inbox.subscribe, props.inbox.read);
  return captures.length === 0 ? <Inbox {...props} hand={noNotes} /> : <InboxOverNotes {...props} />;
}

function InboxOverNotes(props: VaultPageInboxProps) {
  // Whose Undo takes back what is kept here: the inbox's own.
  const hand = useCollection(notes, 'inbox');
  return <Inbox {...props} hand={hand} />;
}

const nothingRead: Pick<CollectionState<Note>, 'rows' | 'removed' | 'status'> = { rows: [], removed: [], status: 'loading' };
const noNotes = {
  state: nothingRead,
  edit: async () => ({ ok: false, failure: { code: 'locked' } }) as const,
  undo: async () => false,
};
