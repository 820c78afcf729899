import type { Result } from '@castellan/foundation/result';
import { stepsPerSecond } from '@castellan/games/game';
import { replayFailureText } from '@castellan/games/replay-failure-text';
import type { ReplayFailure, VerifiedReplay } from '@castellan/games/verify-replay';
import { GhostButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/panel.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import type { StageGame } from '../stage-game.ts';
import { pointsText } from './replay-words.ts';

type LinkedReplayProps = {
  readonly game: StageGame;
  readonly verified: Result<VerifiedReplay, ReplayFailure>;
  readonly onWatch: (replay: VerifiedReplay['replay']) => void;
};

/** What came of a replay that somebody linked to: it proves its score, or the reason why it does not. */
export function LinkedReplay({ game, verified, onWatch }: LinkedReplayProps) {
  const fault = verified.ok
    ? verified.value.replay.game === game.id
      ? undefined
      : 'This replay is of another game.'
    : replayFailureText(verified.failure);
  if (fault !== undefined || !verified.ok) {
    return (
      <Card className="mt-6 p-4" aria-label="Replay">
        <StatusMark kind="failure">{`Not verified. ${fault ?? ''}`}</StatusMark>
      </Card>
    );
  }
  const { replay, score, steps, hash } = verified.value;
  const mode = game.modes.find(({ value }) => value === replay.mode)?.name ?? replay.mode;
  return (
    <Card className="mt-6 flex flex-wrap items-center justify-between gap-4 p-4" aria-label="Replay">
      <div>
        <StatusMark kind="success">{`Verified: ${pointsText(score)}`}</StatusMark>
        <p className="mt-1 text-sm text-muted">
          {mode}. Played again in this browser from its seed and inputs: {steps.toLocaleString('en')} steps
          {replay.mode.endsWith('-steps') ? '' : `, ${Math.round(steps / stepsPerSecond)} seconds`}, ending in state{' '}
          <code className="font-mono" translate="no">
            {hash}
          </code>
          .
        </p>
      </div>
      <GhostButton onClick={() => onWatch(replay)}>Watch the replay</GhostButton>
    </Card>
  );
}
