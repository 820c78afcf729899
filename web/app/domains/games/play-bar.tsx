import { PauseIcon } from '@castellan/icons/signs/pause';
import { GhostButton } from '../../ui/button.tsx';
import { GameFacts } from './drawing/game-facts.tsx';
import { type GameSpeed, SpeedButton } from './game-speed.tsx';
import type { GameOnPage } from './use-game.ts';

/** Where the field fills a small screen: the figures above it, and the way out. Elsewhere they stand beside the field, and this is not shown. */
export function PlayBar({ onPage: { news, pause }, speed }: { readonly onPage: GameOnPage; readonly speed: GameSpeed }) {
  const facts = [{ label: 'Score', value: String(news?.score ?? 0) }, ...(news?.facts ?? [])];
  return (
    <div className="game-bar">
      <GameFacts facts={facts} className="game-bar-facts" />
      <SpeedButton speed={speed} className="game-side-button" />
      <GhostButton
        icon={PauseIcon}
        className="game-side-button"
        onClick={pause}
        // A touch pauses before its click: right after a quick swipe there is none, and else it would hit what then lies under the finger.
        onTouchEnd={(event) => {
          event.preventDefault();
          pause();
        }}
      >
        Pause
      </GhostButton>
    </div>
  );
}
