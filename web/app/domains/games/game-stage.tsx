import type { Replay } from '@castellan/games/replay';
import { PauseIcon } from '@castellan/icons/signs/pause';
import { GearSixIcon } from '@castellan/icons/things/gear-six';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { browserTimer } from '../../lib/clock.ts';
import { GhostButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { fetchedPart } from '../../ui/fetched-part.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { mrzCheckedLine } from '../../ui/mrz/mrz.ts';
import { MrzLine } from '../../ui/mrz/mrz-line.tsx';
import { Card } from '../../ui/panel.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { WithoutScript } from '../../ui/without-script.tsx';
import { BoardVeil } from './board-veil.tsx';
import { GameFacts } from './drawing/game-facts.tsx';
import { GuillocheBand } from './drawing/guilloche-band.tsx';
import { TickRuler } from './drawing/tick-ruler.tsx';
import { bestOf, storedBests } from './game-bests.ts';
import { GameBoard } from './game-board.tsx';
import { defaultKeys, storedKeys } from './game-keys.ts';
import { type GameSpeed, SpeedButton, useSpeed } from './game-speed.tsx';
import { type SeedChoice, seedFor } from './new-seed.ts';
import { PlayBar } from './play-bar.tsx';
import { useLinkedReplay } from './replay/use-linked-replay.ts';
import { useReturnToPage } from './small-screen.ts';
import type { StageGame } from './stage-game.ts';
import { type GameOnPage, useGame } from './use-game.ts';
import { useStored } from './use-stored.ts';
import { useSwipe } from './use-swipe.ts';
import './games.css';

const GameSettings = fetchedPart(() => import('./game-settings.tsx').then((module) => module.GameSettings));

// What only some need, or only those who play.
const LinkedReplay = fetchedPart(() => import('./replay/linked-replay.tsx').then((module) => module.LinkedReplay));
const TouchPad = fetchedPart(() => import('./touch-pad.tsx').then((module) => module.TouchPad));

const noBests = [] as const;

/** A game with everything around it: board, figures, choices, settings, and what came of a linked replay. */
export function GameStage({ game }: { readonly game: StageGame }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const board = useRef<HTMLDivElement>(null);
  const onPage = useGame(game, canvas, board);
  const keys = useStored(storedKeys, defaultKeys);
  const linked = useLinkedReplay();
  const [mode, setMode] = useState(game.modes[0].value);
  const [seed, setSeed] = useState<SeedChoice>('new');
  const rulesId = useId();
  const { hash } = useLocation();
  // The arcade leads here with the day's seed chosen.
  useEffect(() => {
    if (hash === '#daily') setSeed('daily');
  }, [hash]);
  const play = () => onPage.start({ mode, seed: seedFor(game.id, seed, browserTimer.nowMs()) });
  const watch = (replay: Replay) => onPage.start({ mode: replay.mode, seed: replay.seed, replay });
  const watchLast = () => {
    if (onPage.news?.ended !== undefined) watch(onPage.news.ended.replay);
  };
  const speed = useSpeed(onPage);
  const isPlaying = onPage.phase === 'playing';
  const isShown = isPlaying || onPage.phase === 'loading';
  const swipe = useSwipe(game.canSwipe && isPlaying, onPage.press, onPage.release);
  useReturnToPage(isShown, board);
  useEffect(() => {
    if (isPlaying) board.current?.focus({ preventScroll: true });
  }, [isPlaying]);
  return (
    <>
      {linked === undefined ? null : <LinkedReplay game={game} verified={linked} onWatch={watch} />}
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: around the field a finger swipes, and Escape is heard for the buttons there. */}
        <div
          className={classNames('game-play', isShown && 'game-play-on')}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && isPlaying) onPage.pause();
          }}
          onMouseDown={(event) => {
            // A press beside the field leaves the keys where they are.
            if (!isPlaying || (event.target instanceof Element && event.target.closest('button') !== null)) return;
            event.preventDefault();
            board.current?.focus({ preventScroll: true });
          }}
          {...swipe}
        >
          {isShown ? <PlayBar onPage={onPage} speed={speed} /> : null}
          <Card className="game-card overflow-hidden">
            <GameBoard game={game} onPage={onPage} keys={keys} canvas={canvas} board={board} describedBy={rulesId}>
              <BoardVeil onPage={onPage} path={game.path} onPlay={play} onWatch={watchLast} />
            </GameBoard>
            <div className="game-foot border-t border-hairline px-4 pt-3">
              <MrzLine text={lineOf(game, onPage)} />
              <GuillocheBand />
            </div>
          </Card>
          {isPlaying && onPage.run?.replay === undefined ? (
            <TouchPad pad={game.pad} onPress={onPage.press} onRelease={onPage.release} />
          ) : null}
          <WithoutScript>The game needs JavaScript; its rules can be read without.</WithoutScript>
        </div>
        <aside className="grid content-start gap-5" aria-label={`${game.title}: figures and choices`}>
          <Figures game={game} onPage={onPage} mode={mode} />
          <Controls onPage={onPage} speed={speed} />
          <div className="with-script grid gap-4">
            <SelectField label="Mode" options={game.modes} value={mode} disabled={isPlaying} onValue={setMode} />
            <SelectField
              label="Seed"
              options={seedNames}
              value={seed}
              disabled={isPlaying}
              onValue={(value) => setSeed(value === 'daily' ? 'daily' : 'new')}
            />
          </div>
          <section id={rulesId} className="grid gap-2 text-sm text-muted">
            {game.rules}
          </section>
        </aside>
      </div>
      <div role="status" className="game-said">
        <VisuallyHidden>{onPage.said}</VisuallyHidden>
      </div>
    </>
  );
}

const seedNames: readonly { readonly value: SeedChoice; readonly name: string }[] = [
  { value: 'new', name: 'New each time' },
  { value: 'daily', name: 'Today’s, the same for everyone' },
];

/** The machine-readable line of the game on the board: kind, seed and score, each with its check digit. */
function lineOf({ title }: StageGame, { run, news }: GameOnPage): string {
  if (run === undefined) return mrzCheckedLine([`G ${title}`]);
  return mrzCheckedLine([`G ${title} ${run.mode}`, run.seed.toString(16).padStart(8, '0'), String(news?.score ?? 0).padStart(6, '0')]);
}

function Figures({ game, onPage: { news, run }, mode }: { readonly game: StageGame; readonly onPage: GameOnPage; readonly mode: string }) {
  const bests = useStored(storedBests, noBests);
  const best = bestOf(bests, game.id, run?.mode ?? mode)?.score;
  const facts = [
    { label: 'Score', value: String(news?.score ?? 0) },
    { label: 'Your best', value: best === undefined ? '–' : String(best) },
    ...(news?.facts ?? []),
  ];
  return (
    <div>
      <GameFacts facts={facts} className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4 lg:grid-cols-2" />
      {news === undefined ? null : (
        <div className="mt-4">
          <p className="flex justify-between text-sm text-muted">
            <span>{news.measure.label}</span>
            <span className="tabular-nums">
              {news.measure.done} of {news.measure.total}
            </span>
          </p>
          <TickRuler {...news.measure} />
        </div>
      )}
    </div>
  );
}

/** Pause, speed of a replay, and the way to the settings. */
function Controls({ onPage, speed }: { readonly onPage: GameOnPage; readonly speed: GameSpeed }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="with-script flex flex-wrap gap-3">
      {onPage.phase === 'playing' ? (
        <GhostButton icon={PauseIcon} onClick={onPage.pause}>
          Pause
        </GhostButton>
      ) : null}
      <SpeedButton speed={speed} />
      <GhostButton
        icon={GearSixIcon}
        onClick={() => {
          onPage.pause();
          setOpen(true);
        }}
      >
        Settings
      </GhostButton>
      <Dialog open={isOpen} title="Games: sound, colours, keys" onClose={() => setOpen(false)}>
        <GameSettings />
      </Dialog>
    </div>
  );
}
