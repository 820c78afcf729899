import type { Result } from '@castellan/foundation/result';
import { replayFailureText } from '@castellan/games/replay-failure-text';
import type { ReplayFailure, VerifiedReplay } from '@castellan/games/verify-replay';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { pointsText } from '../../../web/app/domains/games/replay/replay-words.ts';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { arcadeGames } from './arcade-games.tsx';

/** A link to a replay, verified in this browser: nothing of it is sent. */
export function ReplayPanel() {
  const [text, setText] = useState('');
  const [verified, setVerified] = useState<Result<VerifiedReplay, ReplayFailure>>();
  const verify = async (event: FormEvent) => {
    event.preventDefault();
    const { verifyReplay } = await import('@castellan/games/verify-replay');
    setVerified(verifyReplay(replayIn(text)));
  };
  return (
    <Panel title="Verify a replay">
      <p className="mb-4 text-muted">A link holds seed and inputs of a whole game. It is played again here, and must come to its score.</p>
      <form onSubmit={(event) => void verify(event)} className="with-script grid justify-items-start gap-3">
        <TextField label="Link to a replay" className="w-full" value={text} onValue={setText} />
        <GhostButton type="submit">Verify</GhostButton>
      </form>
      <div role="status" className="mt-3">
        {verified === undefined ? null : <Verdict verified={verified} text={replayIn(text)} />}
      </div>
    </Panel>
  );
}

function Verdict({ verified, text }: { readonly verified: Result<VerifiedReplay, ReplayFailure>; readonly text: string }) {
  if (!verified.ok) return <StatusMark kind="failure">{`Not verified. ${replayFailureText(verified.failure)}`}</StatusMark>;
  const { replay, score, steps } = verified.value;
  const game = arcadeGames.find(({ id }) => id === replay.game);
  if (game === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-4">
      <StatusMark kind="success">{`Verified: ${game.title}, ${pointsText(score)} in ${steps} steps`}</StatusMark>
      <Link to={`${game.path}#replay=${text}`} className="target inline-flex items-center">
        Watch it
      </Link>
    </div>
  );
}

/** What stands behind `#replay=` of a link, or the text itself where somebody pasted that alone. */
function replayIn(text: string): string {
  return text.trim().replace(/^.*#replay=/s, '');
}
