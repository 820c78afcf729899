import { useEffect, useState, useSyncExternalStore } from 'react';
import { whileWanted } from '../../lib/while-wanted.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { terminalCompleted } from '../session/session-flags.ts';

type Stage = 'sending' | 'kept' | 'refused';

/** For the owner alone: the game that ended is played again by the server and kept. A visitor's stays in this browser. */
export function OwnerScore({ replay }: { readonly replay: string }) {
  const isOwner = useSyncExternalStore(terminalCompleted.subscribe, terminalCompleted.read, () => undefined) === true;
  return isOwner && replay !== '' ? <SentScore key={replay} replay={replay} /> : null;
}

function SentScore({ replay }: { readonly replay: string }) {
  const [stage, setStage] = useState<Stage>('sending');
  useEffect(() => {
    const sending = import('./send-score.ts').then(({ sendScore }) => sendScore(replay));
    return whileWanted(
      sending,
      (sent) => setStage(sent.ok ? 'kept' : 'refused'),
      () => setStage('refused'),
    );
  }, [replay]);
  return (
    <div role="status">
      {stage === 'kept' ? <StatusMark kind="success">The server played it again and kept the score.</StatusMark> : null}
      {stage === 'refused' ? <StatusMark kind="failure">The server did not keep the score.</StatusMark> : null}
    </div>
  );
}
