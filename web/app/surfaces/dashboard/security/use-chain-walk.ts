import { useCallback, useEffect, useRef, useState } from 'react';
import { type ChainVerdict, describeProblem, verifyChain } from '../../../domains/activity/verify-chain.ts';

/** How a walk along the log's chain stands. `away`: the backend did not answer, which says nothing of the log. */
export type ChainWalk =
  | { readonly kind: 'idle' }
  | { readonly kind: 'walking'; readonly rows: number }
  | { readonly kind: 'away' }
  | { readonly kind: 'done'; readonly verdict: ChainVerdict };

/** A log of at most this many rows is checked without being asked: that is one request, and its work is done in a moment. */
const uninvitedRows = 5000;

/** The walk, and the way to begin it. One begins by itself when the page knows how long the log is, if that is short. */
export function useChainWalk(totalRows: number | undefined): { readonly walk: ChainWalk; readonly begin: () => Promise<void> } {
  const [walk, setWalk] = useState<ChainWalk>({ kind: 'idle' });
  const left = useRef(false);
  const isInvited = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  const begin = useCallback(async () => {
    isInvited.current = true;
    setWalk({ kind: 'walking', rows: 0 });
    const walked = await verifyChain(
      (rows) => setWalk({ kind: 'walking', rows }),
      () => left.current,
    );
    if (!walked.ok) setWalk({ kind: 'away' });
    else if (walked.value !== undefined) setWalk({ kind: 'done', verdict: walked.value });
  }, []);
  useEffect(() => {
    if (totalRows !== undefined && totalRows > 0 && totalRows <= uninvitedRows && !isInvited.current) void begin();
  }, [totalRows, begin]);
  return { walk, begin };
}

/** What a finished walk found wrong, as a sentence; `undefined` where it found nothing, or did not end. */
export function chainProblem(walk: ChainWalk): string | undefined {
  if (walk.kind !== 'done') return undefined;
  const { broken, checkpoint } = walk.verdict;
  if (broken !== undefined) return describeProblem(broken);
  if (checkpoint.kind === 'cut') return `Row ${checkpoint.sequence}, sealed as the checkpoint, is no longer in the log.`;
  if (checkpoint.kind === 'altered') return `Row ${checkpoint.sequence} differs from the sealed checkpoint.`;
  return undefined;
}
