import type { Result } from '@castellan/foundation/result';
import type { ReplayFailure, VerifiedReplay } from '@castellan/games/verify-replay';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { whileWanted } from '../../../lib/while-wanted.ts';
import { replayInFragment } from './replay-words.ts';

/** The replay in the page's address, played again and held against its claim in this browser; nothing where there is none. */
export function useLinkedReplay(): Result<VerifiedReplay, ReplayFailure> | undefined {
  const { hash } = useLocation();
  const [verified, setVerified] = useState<Result<VerifiedReplay, ReplayFailure>>();
  useEffect(() => {
    const text = replayInFragment(hash);
    setVerified(undefined);
    if (text === undefined) return;
    return whileWanted(import('@castellan/games/verify-replay'), ({ verifyReplay }) => setVerified(verifyReplay(text)));
  }, [hash]);
  return verified;
}
