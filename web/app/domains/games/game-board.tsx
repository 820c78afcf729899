import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { actionOfKey, type GameKeys } from './game-keys.ts';
import type { StageGame } from './stage-game.ts';
import type { GameOnPage } from './use-game.ts';

type GameBoardProps = {
  readonly game: StageGame;
  readonly onPage: GameOnPage;
  readonly keys: GameKeys;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly board: RefObject<HTMLDivElement | null>;
  readonly describedBy: string;
  /** What lies over the board. */
  readonly children: ReactNode;
};

/** The board: the still picture until somebody plays, then the canvas. Takes keys while it has the focus. */
export function GameBoard({ game, onPage, keys, canvas, board, describedBy, children }: GameBoardProps) {
  const isPlayed = onPage.phase === 'playing';
  return (
    <div
      ref={board}
      role="application"
      aria-label={`${game.title}, the board`}
      aria-describedby={describedBy}
      tabIndex={isPlayed ? 0 : -1}
      className={classNames('game-board', `game-board-${game.shape}`, isPlayed && 'game-board-played')}
      onKeyDown={(event) => takeKey(event, keys, onPage)}
      onKeyUp={(event) => {
        const action = actionOfKey(keys, event.code);
        if (action !== undefined && action !== 'pause') onPage.release(action);
      }}
      onBlur={(event) => {
        const goesTo = event.relatedTarget;
        if (goesTo === null || event.currentTarget.contains(goesTo) || isSideButton(goesTo)) return;
        // A game that is only watched goes on while somebody reaches for its speed.
        if (onPage.run?.replay === undefined) onPage.pause();
      }}
    >
      {onPage.run === undefined ? game.poster : <canvas ref={canvas} />}
      {children}
    </div>
  );
}

/** The buttons around a field that fills the screen belong to the board: whoever reaches for one goes on playing. */
function isSideButton(target: EventTarget): boolean {
  return target instanceof Element && target.classList.contains('game-side-button');
}

function takeKey(event: KeyboardEvent, keys: GameKeys, onPage: GameOnPage): void {
  const action = actionOfKey(keys, event.code);
  if (onPage.phase === 'paused' && event.target === event.currentTarget && (action === 'pause' || event.code === 'Enter')) {
    event.preventDefault();
    onPage.resume();
    return;
  }
  if (action === undefined || event.ctrlKey || event.metaKey || event.altKey || onPage.phase !== 'playing') return;
  // The page must not scroll under a game.
  event.preventDefault();
  if (event.repeat) return;
  if (action === 'pause') onPage.pause();
  else onPage.press(action);
}
