import { useCallback, useEffect, useMemo, useState } from 'react';
import { useCollection } from '../../../web/app/domains/records/use-collection.ts';
import { useEditToast } from '../../../web/app/domains/records/use-edit-toast.ts';
import { linkShortener } from '../manifest.ts';
import { links } from './links.ts';
import { readTotals, type VisitTotal } from './visit-sums.ts';

/** Totals by link; `unknown` while nobody has answered yet, `away` where the last question failed. */
export type Totals = { readonly status: 'unknown' | 'known' | 'away'; readonly of: ReadonlyMap<string, VisitTotal> };

/** The owner's links, what was counted of them, and the ways to change them. */
export function useLinks() {
  const hand = useCollection(links, linkShortener.id);
  const { tell, undo } = useEditToast(hand.undo);
  const [totals, setTotals] = useState<Totals>({ status: 'unknown', of: new Map() });
  const count = useCallback(async () => {
    const asked = await readTotals();
    setTotals((before) =>
      asked.ok ? { status: 'known', of: new Map(asked.value.map((total) => [total.link_id, total])) } : { status: 'away', of: before.of },
    );
  }, []);
  // Asked again when the page comes back into view: visits are not told of one by one.
  useEffect(() => {
    void count();
    const whenSeen = () => {
      if (document.visibilityState === 'visible') void count();
    };
    document.addEventListener('visibilitychange', whenSeen);
    return () => document.removeEventListener('visibilitychange', whenSeen);
  }, [count]);
  return useMemo(() => ({ hand, tell, undo, totals, count }), [hand, tell, undo, totals, count]);
}

/** Links as the page has them. */
export type LinksInHand = ReturnType<typeof useLinks>;
