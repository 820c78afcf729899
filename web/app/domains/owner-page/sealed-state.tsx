import { usePopup } from '../../ui/hooks/use-popup.ts';
import type { DeclaredCollection } from '../records/declared-collection.ts';
import { sayWhatIsSealed } from '../records/sealing/sealing-words.ts';
import { SealedLines } from '../records/sealing/what-is-sealed.tsx';

/** Whether the page's records are sealed, in a few words; which of them, once it is pressed. */
export function SealedState({ of }: { readonly of: readonly DeclaredCollection[] }) {
  return <SealedSentences {...sayWhatIsSealed(of)} />;
}

/** The same of sentences that the page has itself. */
export function SealedSentences({ sealed, clear }: ReturnType<typeof sayWhatIsSealed>) {
  const { isOpen, setOpen, host, button } = usePopup<HTMLSpanElement>();
  return (
    <span ref={host} className="page-sealed">
      <button ref={button} type="button" aria-expanded={isOpen} className="page-state-button" onClick={() => setOpen(!isOpen)}>
        {inAFewWords(sealed, clear)}
      </button>
      {isOpen ? (
        <div className="page-sealed-sheet">
          <SealedLines sealed={sealed} clear={clear} />
        </div>
      ) : null}
    </span>
  );
}

function inAFewWords(sealed: string | undefined, clear: string | undefined): string {
  if (sealed === undefined) return 'Not sealed';
  return clear === undefined ? 'Sealed with your vault key' : 'Partly sealed';
}
