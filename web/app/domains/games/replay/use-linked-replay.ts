import type { Result } from '@castellan/foundation/result';
import type { ReplayFailure, VerifiedReplay } from '@castellan/games/verify-replay';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { replayInFragment } from './replay-words.ts';

/** The replay in the page's address, played again and held against its claim in this browser; nothing where there is none. */
export function useLinkedReplay(): Result<VerifiedReplay, ReplayFailure> | undefined {
  const { hash } = useLocation();
  const [verified, setVerified] = useState<Result<VerifiedReplay, ReplayFailure>>();
  useEffect(() => {
    let isLeft = false;
    const text = replayInFragment(hash);
    setVerified(undefined);
    if (text === undefined) return;
    void import('@castellan/games/verify-replay').then(({ verifyReplay }) => {
      if (!isLeft) setVerified(verifyReplay(text));
    });
    return () => {
      isLeft = true;
    };
  }, [hash]);
  return verified;
}
