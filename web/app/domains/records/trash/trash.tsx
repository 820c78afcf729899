import { useEffect, useRef } from 'react';
import { fetchedPart } from '../../../ui/fetched-part.tsx';
import type { Collection } from '../collection.ts';
import type { RawRecord } from '../record.ts';
import type { TrashProps } from './trash-sheet.tsx';
import { useTrashOffer } from './use-trash-offer.ts';

// Fetched when it is opened: hardly a visit wants it.
const TrashSheet = fetchedPart(async () => (await import('./trash-sheet.tsx')).TrashSheet);

/** The records that were deleted, behind their entry in the page's menu. */
export function Trash<Row extends RawRecord>(props: TrashProps<Row>) {
  const { collection, hand, title = 'Trash' } = props;
  const { removed } = hand.state;
  const { isOpen, wasOpened, close } = useTrashOffer(title, removed.length);
  useForgetting(collection, removed);
  if (!wasOpened) return null;
  return <TrashSheet {...(props as unknown as TrashProps<RawRecord>)} isOpen={isOpen} onClose={close} />;
}

/** Once to each opening: what another browser let go of leaves this one's trash. */
function useForgetting<Row extends RawRecord>({ name }: Collection<Row>, removed: readonly Row[]): void {
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current || removed.length === 0) return;
    asked.current = true;
    const ids = removed.map(({ id }) => id);
    void import('./delete-permanently.ts').then(
      ({ forgetWhatIsGone }) => forgetWhatIsGone(name, ids),
      () => undefined,
    );
  }, [name, removed]);
}
