import { LinkIcon } from '@castellan/icons/signs/link';
import { PlayIcon } from '@castellan/icons/signs/play';
import { copyText } from '../../lib/clipboard.ts';
import { Button, GhostButton, QuietButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useToast } from '../../ui/toast/toast-region.tsx';
import { OwnerScore } from './owner-score.tsx';
import { pointsText, replayAddress } from './replay/replay-words.ts';
import type { GameOnPage } from './use-game.ts';

type BoardVeilProps = {
  readonly onPage: GameOnPage;
  readonly path: string;
  readonly onPlay: () => void;
  readonly onWatch: () => void;
};

/** What lies over the board while nothing moves: how to begin, to go on, or to begin again. */
export function BoardVeil({ onPage, path, onPlay, onWatch }: BoardVeilProps) {
  switch (onPage.phase) {
    case 'playing':
      return null;
    case 'loading':
      return (
        <div className="game-veil text-xl text-copper">
          <Spinner label="Loading the game" />
        </div>
      );
    case 'idle':
      return (
        <div className="game-veil game-veil-clear with-script">
          <Button icon={PlayIcon} onClick={onPlay}>
            Play
          </Button>
        </div>
      );
    case 'failed':
      return (
        <div className="game-veil" role="alert">
          <p>The game could not be fetched.</p>
          <Button onClick={onPlay}>Try again</Button>
        </div>
      );
    case 'paused':
      return (
        <div className="game-veil">
          <h2 className="lettering text-2xl">Paused</h2>
          <div className="flex flex-wrap justify-center gap-3">
            <Button onClick={onPage.resume}>Resume</Button>
            <GhostButton onClick={onPlay}>{onPage.run?.replay === undefined ? 'Start again' : 'Play it yourself'}</GhostButton>
          </div>
        </div>
      );
    case 'over':
      return <OverVeil onPage={onPage} path={path} onPlay={onPlay} onWatch={onWatch} />;
  }
}

function OverVeil({ onPage: { news, run, replayText, isBest }, path, onPlay, onWatch }: BoardVeilProps) {
  const toast = useToast();
  const copy = async () => {
    const copied = await copyText(replayAddress(location.origin, path, replayText));
    toast(
      copied.ok ? { title: 'The link is copied. It holds the whole game.' } : { tone: 'alert', title: 'This browser refused to copy.' },
    );
  };
  const watched = run?.replay !== undefined;
  return (
    <div className="game-veil">
      <h2 className="lettering text-2xl">{pointsText(news?.score ?? 0)}</h2>
      <p className="max-w-prose text-muted">
        {news?.ended?.verdict}
        {isBest ? <strong className="block text-copper">Your best so far.</strong> : null}
      </p>
      {watched || (news?.score ?? 0) === 0 ? null : <OwnerScore replay={replayText} />}
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={onPlay}>{watched ? 'Play it yourself' : 'Play again'}</Button>
        <GhostButton onClick={onWatch}>{watched ? 'Watch again' : 'Watch replay'}</GhostButton>
      </div>
      {replayText === '' ? (
        <p className="text-sm text-muted">This game took more than ten minutes: too long for a link.</p>
      ) : (
        <QuietButton icon={LinkIcon} onClick={() => void copy()}>
          Copy the link to this game
        </QuietButton>
      )}
    </div>
  );
}
