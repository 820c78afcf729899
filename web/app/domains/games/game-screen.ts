import type { Button, Input } from '@castellan/games/buttons';
import type { Game } from '@castellan/games/game';
import type { Replay } from '@castellan/games/replay';
import type { Inks } from './drawing/inks.ts';
import type { SoundName } from './game-sound.ts';

/** A figure beside the board. */
export type GameFact = { readonly label: string; readonly value: string };

/** How far something has come, drawn as a ruler. */
export type GameMeasure = { readonly label: string; readonly done: number; readonly total: number };

/** Where a game is drawn. */
export type Surface = {
  readonly context: CanvasRenderingContext2D;
  /** Device pixels to one unit of the board: a whole number, unless the board fills a small screen. */
  readonly scale: number;
  readonly inks: Inks;
  /** Nothing moves but what the rules move, and nothing between two steps. */
  readonly still: boolean;
};

/** How a game is shown: what the rules do not know. */
export type GameScreen<State> = {
  readonly game: Game<State>;
  readonly input: 'turns' | 'held';
  /** Whether time passes by itself in a mode; without it each press is one step. */
  readonly hasClock: (mode: string) => boolean;
  /** Units of the board across and down. */
  readonly size: { readonly width: number; readonly height: number };
  /** Prepares what does not change; gives the drawing of one picture. `between` is how far the time is towards the next step, 0 to 1. */
  readonly openDrawing: (surface: Surface) => (state: State, between: number) => void;
  /** The figures beside the score. */
  readonly facts: (state: State) => readonly GameFact[];
  readonly measure: (state: State) => GameMeasure;
  /** What is read aloud of a step. */
  readonly tell: (before: State, after: State) => string | undefined;
  readonly sounds: (before: State, after: State) => readonly SoundName[];
  /** Why it ended, in one sentence. */
  readonly verdict: (state: State) => string;
};

/** What the page hears of a game. */
export type GameNews = {
  readonly score: number;
  readonly facts: readonly GameFact[];
  readonly measure: GameMeasure;
  /** What is to be read aloud now. */
  readonly said?: string;
  readonly ended?: {
    readonly verdict: string;
    readonly replay: Replay;
    /** The same as text for a link; empty where the game was too long for one. */
    readonly replayText: string;
  };
};

export type GameRequest = {
  readonly canvas: HTMLCanvasElement;
  /** The room for the board, in CSS pixels across. */
  readonly roomWidth: () => number;
  readonly mode: string;
  readonly seed: number;
  /** A game to watch in the place of one to play. */
  readonly replay?: Replay;
  readonly inks: () => Inks;
  readonly still: () => boolean;
  readonly onNews: (news: GameNews) => void;
  readonly onSound: (name: SoundName) => void;
  /** A gamepad asked for a pause. */
  readonly onPause: () => void;
};

/** A game under way. */
export type RunningGame = {
  readonly press: (button: Button) => void;
  readonly release: (button: Button) => void;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Watched replays only: steps that are taken in the place of one. */
  readonly setSpeed: (speed: number) => void;
  /** Draws again after the room, the theme or the inks changed. */
  readonly redraw: () => void;
  readonly end: () => void;
};

export type OpenGame = (request: GameRequest) => RunningGame;

/** The inputs of a replay, one a step; nothing after its end. */
export function* inputsOf({ runs }: Pick<Replay, 'runs'>): Generator<Input> {
  for (const { input, steps } of runs) for (let step = 0; step < steps; step += 1) yield input;
}
