import type { Button } from '@castellan/games/buttons';
import type { Replay } from '@castellan/games/replay';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { browserTimer } from '../../lib/clock.ts';
import { wantsStillness } from '../motion/stillness.ts';
import { useTheme } from '../theme/use-theme.ts';
import { readInks } from './drawing/inks.ts';
import { storedBests, withScore } from './game-bests.ts';
import { defaultOptions, storedOptions } from './game-options.ts';
import type { GameNews, RunningGame } from './game-screen.ts';
import { openGameSound } from './game-sound.ts';
import { dayOf } from './new-seed.ts';
import { pointsText } from './replay/replay-words.ts';
import type { StageGame } from './stage-game.ts';
import { useStored } from './use-stored.ts';

/** What is asked to be played, or to be watched. */
export type Run = { readonly mode: string; readonly seed: number; readonly replay?: Replay };

export type Phase = 'idle' | 'loading' | 'playing' | 'paused' | 'over' | 'failed';

/** A game on the page. */
export type GameOnPage = {
  readonly phase: Phase;
  readonly run: Run | undefined;
  readonly news: GameNews | undefined;
  /** What is read aloud. */
  readonly said: string;
  /** The game that ended, as text for a link; empty where it was too long for one. */
  readonly replayText: string;
  /** The game that ended has the highest score of its mode in this browser. */
  readonly isBest: boolean;
  readonly start: (run: Run) => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly press: (button: Button) => void;
  readonly release: (button: Button) => void;
  readonly setSpeed: (speed: number) => void;
  readonly close: () => void;
};

/** Runs a game on the canvas of a board. It pauses when the window loses the focus or is hidden. */
export function useGame(
  { id, load }: Pick<StageGame, 'id' | 'load'>,
  canvas: RefObject<HTMLCanvasElement | null>,
  board: RefObject<HTMLElement | null>,
): GameOnPage {
  const [run, setRun] = useState<Run>();
  const [phase, setPhase] = useState<Phase>('idle');
  const { news, said, replayText, isBest, hear, say, forgetNews } = useGameNews(id);
  const game = useRef<RunningGame>(undefined);
  const pause = useCallback(() => {
    setPhase((before) => (before === 'playing' ? 'paused' : before));
    game.current?.pause();
  }, []);

  useEffect(() => {
    if (run === undefined) return;
    let isLeft = false;
    const sound = openGameSound();
    load().then(
      (open) => {
        if (isLeft || canvas.current === null) return;
        game.current = open({
          ...run,
          canvas: canvas.current,
          roomWidth: () => board.current?.clientWidth ?? 0,
          inks: () => readInks((storedOptions.read() ?? defaultOptions).safeInks),
          still: wantsStillness,
          onNews: (heard) => {
            hear(heard, run);
            if (heard.ended !== undefined) setPhase('over');
          },
          onSound: (name) => {
            if (storedOptions.read()?.sound === true) sound.play(name);
          },
          onPause: pause,
        });
        game.current.resume();
        setPhase('playing');
        say('The game has begun.');
      },
      () => setPhase('failed'),
    );
    return () => {
      isLeft = true;
      game.current?.end();
      game.current = undefined;
      sound.end();
    };
  }, [run, load, canvas, board, pause, hear, say]);

  usePauseElsewhere(phase === 'playing', pause);
  useRedraw(game, board);
  return {
    phase,
    run,
    news,
    said,
    replayText,
    isBest,
    start: (next) => {
      forgetNews();
      setPhase('loading');
      setRun({ ...next });
    },
    pause,
    resume: () => {
      setPhase('playing');
      game.current?.resume();
    },
    press: (button) => game.current?.press(button),
    release: (button) => game.current?.release(button),
    setSpeed: (speed) => game.current?.setSpeed(speed),
    close: () => {
      setRun(undefined);
      setPhase('idle');
    },
  };
}

/** What a game last told of itself. Where one that was played has ended, its score is kept. */
function useGameNews(id: StageGame['id']) {
  const [news, setNews] = useState<GameNews>();
  const [said, say] = useState('');
  const [replayText, setReplayText] = useState('');
  const [isBest, setBest] = useState(false);
  const hear = useCallback(
    (heard: GameNews, { mode, replay }: Run) => {
      setNews(heard);
      if (heard.said !== undefined) say(heard.said);
      if (heard.ended === undefined) return;
      say(`${heard.ended.verdict} ${pointsText(heard.score)}.`);
      setReplayText(heard.ended.replayText);
      setBest(replay === undefined && keepBest(id, mode, heard.score, heard.ended.replayText));
    },
    [id],
  );
  const forgetNews = useCallback(() => setNews(undefined), []);
  return { news, said, replayText, isBest, hear, say, forgetNews };
}

/** Keeps a score that is higher than those of its mode before; whether it is. */
function keepBest(game: StageGame['id'], mode: string, score: number, replay: string): boolean {
  const before = storedBests.read() ?? [];
  const after = withScore(before, { game, mode, score, day: dayOf(browserTimer.nowMs()), replay });
  if (after === before) return false;
  storedBests.write(after);
  return true;
}

/** Nobody plays a game that is not looked at. */
function usePauseElsewhere(isPlaying: boolean, pause: () => void): void {
  useEffect(() => {
    if (!isPlaying) return;
    const pauseHidden = () => {
      if (document.hidden) pause();
    };
    window.addEventListener('blur', pause);
    document.addEventListener('visibilitychange', pauseHidden);
    return () => {
      window.removeEventListener('blur', pause);
      document.removeEventListener('visibilitychange', pauseHidden);
    };
  }, [isPlaying, pause]);
}

/** The board is drawn again when its room, the theme or the inks change. */
function useRedraw(game: RefObject<RunningGame | undefined>, board: RefObject<HTMLElement | null>): void {
  const { theme } = useTheme();
  const { safeInks } = useStored(storedOptions, defaultOptions);
  // biome-ignore lint/correctness/useExhaustiveDependencies: theme and inks are read from the page when it is drawn.
  useEffect(() => game.current?.redraw(), [theme, safeInks, game]);
  useEffect(() => {
    if (board.current === null) return;
    const observer = new ResizeObserver(() => game.current?.redraw());
    observer.observe(board.current);
    return () => observer.disconnect();
  }, [game, board]);
}
